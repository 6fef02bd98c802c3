// Every view, in the order of the navigation.
import type { View } from "../view.js";
import { errors } from "./errors.js";
import { network } from "./network.js";
import { timeline } from "./timeline.js";
import { websocket } from "./websocket.js";

export const VIEWS: readonly View[] = [timeline, errors, network, websocket];
