// Every view, in the order of the navigation.
import type { View } from "../view.js";
import { clients } from "./clients.js";
import { contracts } from "./contracts.js";
import { errors } from "./errors.js";
import { network } from "./network.js";
import { performance } from "./performance.js";
import { pilot } from "./pilot.js";
import { security } from "./security.js";
import { server } from "./server.js";
import { sessions } from "./sessions.js";
import { streaming } from "./streaming.js";
import { timeline } from "./timeline.js";
import { websocket } from "./websocket.js";

export const VIEWS: readonly View[] = [
  timeline,
  errors,
  network,
  websocket,
  server,
  contracts,
  security,
  performance,
  sessions,
  pilot,
  clients,
  streaming,
];
