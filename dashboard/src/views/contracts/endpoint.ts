// Endpoints and their violations, as the server sends them.
import type { Endpoint } from "../../generated/views.js";
import type { Severity } from "../../parts/severity.js";

export interface EndpointDetail
  extends Omit<Endpoint, "id" | "origin" | "established" | "violations" | "severity"> {
  url: string;
  status_codes: Record<string, number>;
  first_seen: string;
  established_shape: unknown;
  optional_fields?: string[];
  violations: Violation[];
  violations_left_out: number;
}

export interface Violation {
  type: string;
  severity: Severity;
  description: string;
  field?: string;
  missing_fields?: string[];
  expected_type?: string;
  actual_type?: string;
  expected_shape?: unknown;
  actual_shape?: unknown;
  sample_value?: unknown;
  last_error_body?: unknown;
  occurrences?: { expected_count: number; violation_count: number; last_violation: string };
}
