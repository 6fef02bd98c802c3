// The details of an error: location, message, components, state, the related request and the actions before it.
import type {
  Cause,
  Component,
  FailedRequest,
  JoinedEntry,
  MessageBefore,
  RecentAction,
  RequestBefore,
  StateSnapshot,
} from "../../generated/views.js";
import { CopyButton } from "../../parts/copyButton.js";
import { Facts, Part } from "../../parts/detail.js";
import { clock, duration } from "../../parts/format.js";
import { PageBlock, PageText } from "../../parts/pageText.js";
import { PossibleCauses } from "../../parts/possibleCauses.js";
import { prettyJson, prettyText } from "../../parts/prettyJson.js";
import { SafeLink } from "../../parts/safeLink.js";
import { CalledFrom, LinkedText, SourcePlace } from "../../parts/sourcePlace.js";
import { TrustBadge } from "../../parts/trustBadge.js";
import { visible } from "../../parts/visible.js";
import { addressOf } from "../../useRoute.js";
import { errorMarkdown } from "./errorMarkdown.js";
import { messageOf, type ShownError, stackOf } from "./shownError.js";
import { Snippet } from "./snippet.js";

export function ErrorFacts({ error }: { error: ShownError }) {
  const {
    _aiContext: known = {},
    _failedRequest: request,
    _serverLog: printed,
    _actions: actions,
    _causes: causes,
    _suspects: suspects = [],
    _possibleCauses: possible = [],
    _requestsBefore: requests = [],
    _messagesBefore: messages = [],
  } = error;
  const { sourceSnippets: snippets = [] } = known;
  const stack = stackOf(error);
  return (
    <>
      <h2 class="detail-title page-text bad">{visible(messageOf(error))}</h2>
      <TrustBadge of={error} />
      <p class="copies">
        <CopyButton label="Copy as Markdown" text={() => errorMarkdown(error)} />
      </p>
      {known.summary && (
        <p class="summary">
          <LinkedText text={known.summary} places={snippets} />
        </p>
      )}
      <PossibleCauses causes={[...suspects, ...possible]} />
      {snippets.map((each) => (
        <Snippet key={`${each.file}:${each.line}`} snippet={each} />
      ))}
      {known.componentAncestry && <Components {...known.componentAncestry} />}
      {known.stateSnapshot && <State state={known.stateSnapshot} />}
      {request && <Request request={request} />}
      {requests.length + messages.length > 0 && <Before requests={requests} messages={messages} />}
      {printed && <ServerLog {...printed} />}
      {actions && <Actions actions={actions} />}
      {causes && <Causes causes={causes} />}
      {stack && (
        <Part title="Stack">
          <PageBlock label="Stack" text={stack} places={snippets} />
        </Part>
      )}
      <Around error={error} />
    </>
  );
}

const MATCHED_BY: Record<JoinedEntry["matchedBy"], string> = {
  request: "names this request",
  neighbor: "next to its access line",
  suffix: "names the end of its path",
  time: "at that time",
};

function ServerLog({ entries }: { entries: JoinedEntry[] }) {
  return (
    <Part title="Server output meanwhile">
      {entries.map(({ ts, name, text, matchedBy, exception: { file, line = 1 } = {} }, index) => (
        <div key={index}>
          <p class="soft small page-text">{visible(`${name}, ${MATCHED_BY[matchedBy]}`)}</p>
          {file && <SourcePlace file={file} line={line} />}
          <PageBlock label={`${name}, ${clock(ts)}`} text={text} />
        </div>
      ))}
    </Part>
  );
}

function Components({ framework, components }: { framework: string; components: Component[] }) {
  return (
    <Part title={`Components (${framework})`}>
      <ol class="path">
        {components.map(({ name, propKeys = [], stateKeys = [] }, index) => (
          <li key={index}>
            <PageText text={name} />
            <span class="soft small">{visible([...propKeys, ...stateKeys].join(", "))}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function State({ state: { source, relevantSlice = {}, keys, changed = [] } }: { state: StateSnapshot }) {
  const values = Object.entries(relevantSlice);
  const kinds = Object.entries(keys).map(([name, { type }]) => `${name}: ${type}`);
  return (
    <Part title={`State (${source})`}>
      <Facts facts={values.map(([path, value]) => [path, prettyJson(value)])} />
      <p class="soft small page-text">{visible(kinds.join(", "))}</p>
      {changed.length > 0 && <p class="soft small">Changed just before: {visible(changed.join(", "))}</p>}
    </Part>
  );
}

function Request({
  request: { method, url, status, duration: ms, response, error, id },
}: {
  request: FailedRequest;
}) {
  return (
    <Part title="Failed request just before">
      <p class="joined">
        <span class="row-label error">
          {visible(method)} {status || "no response"}
        </span>
        <SafeLink url={url} />
        {ms != null && <span class="number">{duration(ms)}</span>}
        {id && <a href={addressOf("network", id)}>Open</a>}
      </p>
      {(response || error) && <PageBlock label="Response" text={prettyText(response ?? error ?? "")} />}
    </Part>
  );
}

function Before({ requests, messages }: { requests: RequestBefore[]; messages: MessageBefore[] }) {
  return (
    <Part title="Received just before">
      <ol class="actions">
        {requests.map(({ id, method, url, status, msBefore, calledFrom }) => (
          <li key={id}>
            <span class="number">{duration(msBefore)} before</span>
            <PageText text={`${method} ${url} → ${status || "no response"}`} />
            {calledFrom && <CalledFrom places={calledFrom} />}
          </li>
        ))}
        {messages.map(({ id, event, url, msBefore, data = "", code }) => (
          <li key={id}>
            <span class="number">{duration(msBefore)} before</span>
            <PageText text={[url, event === "message" ? data : event, code].filter(Boolean).join(" ")} />
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Actions({ actions }: { actions: RecentAction[] }) {
  return (
    <Part title="User actions before the error, newest first">
      <ol class="actions">
        {actions.map(({ ts, type, target = "", text, value }) => (
          <li key={`${ts} ${type}`}>
            <time>{clock(ts)}</time>
            <span class="tag action">{visible(type)}</span>
            <PageText text={[text && `“${text}”`, target, value && `= ${value}`].filter(Boolean).join(" ")} />
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Causes({ causes }: { causes: Cause[] }) {
  return (
    <Part title="Caused by">
      <ul class="causes">
        {causes.map(({ name, message }) => (
          <li key={`${name}: ${message}`}>
            <PageText text={`${name}: ${message}`} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Around({ error }: { error: ShownError }) {
  const {
    url,
    tabId,
    ts,
    firstSeen,
    lastSeen,
    count,
    rejection,
    _context: fields,
    _screenshot: screenshot,
  } = error;
  return (
    <Part title="Details">
      <Facts
        facts={[
          ["Page", url && error.type !== "network" && <SafeLink url={url} />],
          ["Kind", rejection ? "unhandled rejection" : error.type],
          ["First seen", clock(firstSeen ?? ts)],
          ["Last seen", lastSeen && clock(lastSeen)],
          ["Times", count && String(count)],
          ["Tab", tabId && String(tabId)],
          ["Failed to load", error.source && <SafeLink url={error.source} />],
          ["Answer", error.response && prettyText(error.response)],
          ["Annotations", fields && prettyJson(fields)],
          ["Screenshot", screenshot],
        ]}
      />
    </Part>
  );
}
