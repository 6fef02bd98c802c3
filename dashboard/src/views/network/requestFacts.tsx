// One request: what it sent and received, and its timing.

import type { NetworkBody, RequestDetail } from "../../generated/views.js";
import { CopyButton } from "../../parts/copyButton.js";
import { Facts, Part } from "../../parts/detail.js";
import { clock, duration, size } from "../../parts/format.js";
import { PageBlock } from "../../parts/pageText.js";
import { prettyText } from "../../parts/prettyJson.js";
import { SafeLink } from "../../parts/safeLink.js";
import { CalledFrom } from "../../parts/sourcePlace.js";
import { TrustBadge } from "../../parts/trustBadge.js";
import { visible } from "../../parts/visible.js";
import { curlOf } from "./curl.js";
import { hasFailed, outcome } from "./outcome.js";
import { Phases } from "./phases.js";
import { requestMarkdown } from "./requestMarkdown.js";

export function RequestFacts({ request }: { request: RequestDetail }) {
  const { timing, body, bodiesNote } = request;
  const known = { ...body, ...timing };
  const curl = curlOf(request);
  return (
    <>
      <h2 class={`detail-title page-text ${hasFailed(known) ? "bad" : ""}`}>
        {visible(`${known.method ?? known.initiator ?? ""} ${known.url ?? ""}`)}
      </h2>
      <TrustBadge of={known} />
      <p class="copies">
        {curl && <CopyButton label="Copy as curl" text={() => curl} />}
        <CopyButton label="Copy as Markdown" text={() => requestMarkdown(request)} />
      </p>
      <Facts
        facts={[
          ["Outcome", outcome(known)],
          ["Error", body?.error],
          ["Time", known.ts && clock(known.ts)],
          ["Duration", known.duration != null && duration(known.duration)],
          ["URL", known.url && <SafeLink url={known.url} />],
          ["Redirected to", known.redirectedTo && <SafeLink url={known.redirectedTo} />],
          ["Page", known.pageUrl && <SafeLink url={known.pageUrl} />],
          ["Initiator", known.initiator],
          ["Called from", timing?.calledFrom && <CalledFrom places={timing.calledFrom} />],
          ["Type", body?.contentType],
          ["Transferred", known.transferSize != null && size(known.transferSize)],
          ["Decoded size", known.decodedSize != null && size(known.decodedSize)],
          ["From cache", known.cached && "yes"],
          ["Authorization", body?.hasAuthHeader && "sent"],
        ]}
      />
      {timing?.phases && (
        <Part title="Timing">
          <Phases phases={timing.phases} />
        </Part>
      )}
      {body && <Bodies body={body} />}
      {bodiesNote && <p class="note">{bodiesNote}</p>}
    </>
  );
}

function Bodies({ body }: { body: NetworkBody }) {
  return (
    <>
      <TextPart title="Sent" text={body.requestBody} />
      <TextPart title="Received" text={body.responseBody} />
      {body.truncated && <p class="note">Bodies are truncated.</p>}
      <Headers title="Request headers" headers={body.requestHeaders} />
      <Headers title="Response headers" headers={body.responseHeaders} />
    </>
  );
}

function TextPart({ title, text }: { title: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Part title={title}>
      <PageBlock label={title} text={prettyText(text)} />
    </Part>
  );
}

function Headers({ title, headers }: { title: string; headers: NetworkBody["requestHeaders"] }) {
  if (!headers) return null;
  return (
    <Part title={title}>
      <Facts facts={Object.entries(headers)} />
    </Part>
  );
}
