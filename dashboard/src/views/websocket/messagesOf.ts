// How much was said over a connection.
import type { ShownConnection } from "../../generated/views.js";

export function messagesOf({ totalMessages, messageRate }: ShownConnection): number {
  return totalMessages ?? (messageRate ? messageRate.incoming.total + messageRate.outgoing.total : 0);
}
