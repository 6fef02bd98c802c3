// A connection and what was said on it, as the server's view shows them.
export interface ConnectionLine {
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
