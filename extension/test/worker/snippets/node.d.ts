// The parts of Node that these tests use; the whole of its types would hide what a worker does not have.
declare module "node:vm" {
  export function runInNewContext(code: string, context: object, options: { filename: string }): unknown;
}

declare module "node:http" {
  export interface Answer {
    destroyed: boolean;
    setHeader: (name: string, value: string) => Answer;
    writeHead: (status: number, headers?: Record<string, string | number>) => Answer;
    flushHeaders: () => void;
    write: (data: string | Uint8Array) => boolean;
    end: (data?: string) => void;
    on: (event: string, listener: () => void) => void;
  }
  export type Listener = (request: { url: string }, answer: Answer) => void;
  export interface Server {
    listen: (port: number, host: string, ready: () => void) => void;
    address: () => { port: number };
    closeAllConnections: () => void;
    close: () => void;
  }
  export function createServer(listener: Listener): Server;
}
