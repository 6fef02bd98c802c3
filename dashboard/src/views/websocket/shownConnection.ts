// A connection and its messages, as the server's view returns them.
import type { Marked } from "../../parts/trustBadge.js";

export interface ConnectionLine extends Marked {
  id: string;
  url: string;
  state: string;
  openedAt?: string | null;
  closedAt?: string | null;
  closeCode?: number | null;
  closeReason?: string | null;
  totalMessages?: number;
  messageRate?: Record<"incoming" | "outgoing", { perSecond: number; total: number; bytes: number }>;
  schema?: { detectedKeys: string[]; messageCount: number };
  /** Over it, a development server reloads modules. */
  isHotReload?: boolean;
}

export interface SocketEvent {
  ts: string;
  event: "open" | "message" | "close" | "error";
  direction?: "incoming" | "outgoing";
  data?: string;
  size?: number;
  truncated?: boolean;
  code?: number;
  reason?: string;
  sampled?: number;
}

export function messagesOf({ totalMessages, messageRate }: ConnectionLine): number {
  return totalMessages ?? (messageRate ? messageRate.incoming.total + messageRate.outgoing.total : 0);
}
