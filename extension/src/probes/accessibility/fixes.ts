// The fix for each axe rule in plain words; for other rules, axe's own text is used.

import { fixContrast } from "./contrast.js";
import type { FailedNode } from "./failedNode.js";

type Fix = string | ((node: FailedNode) => string);

const NAME_FIELD = "Add a <label for> with the field's id, or an aria-label that says what to enter";
const ONE_LANDMARK = "Keep one such landmark on the page, or give each an aria-label of its own";
const TOP_LANDMARK = "Move the landmark out of the other landmark that contains it";
const TEXT_IN_CONTROL = "Put text into the element, or add an aria-label that says what it does";

const FIXES: Readonly<Record<string, Fix>> = {
  accesskeys: "Give each accesskey to one element only",
  "area-alt": "Add an alt attribute that says where the area leads",
  "aria-allowed-attr": (node) =>
    `Remove ${named(node, "the ARIA attribute")}, which this role does not allow`,
  "aria-allowed-role": (node) =>
    `Remove the role ${named(node, "attribute")} or use an element that may have it`,
  "aria-command-name": TEXT_IN_CONTROL,
  "aria-dialog-name": "Add an aria-labelledby that refers to the dialog's heading, or an aria-label",
  "aria-hidden-body": "Remove aria-hidden from <body>",
  "aria-hidden-focus": 'Remove aria-hidden, or take what is inside out of the tab order with tabindex="-1"',
  "aria-input-field-name": NAME_FIELD,
  "aria-prohibited-attr":
    "Remove the aria-label or aria-labelledby, or give the element a role that may be named",
  "aria-required-attr": (node) => `Add ${named(node, "the ARIA attributes that the role needs")}`,
  "aria-required-children": "Put elements of the role that this one needs inside it, or change its role",
  "aria-required-parent": "Put the element inside one of the role that it needs, or change its role",
  "aria-roles": (node) => `Replace the role ${named(node, "attribute")} by a role that ARIA defines`,
  "aria-toggle-field-name": NAME_FIELD,
  "aria-valid-attr": (node) => `Correct the spelling of ${named(node, "the aria attribute")}, or remove it`,
  "aria-valid-attr-value": (node) => `Correct the value of ${named(node, "the aria attribute")}`,
  "autocomplete-valid": "Use one of the autocomplete values that HTML defines, such as email or given-name",
  "button-name": "Put text into the button, or add an aria-label that says what it does",
  bypass: "Wrap the main content in <main>, or add a link at the top that jumps to it",
  "color-contrast": fixContrast,
  "color-contrast-enhanced": fixContrast,
  "definition-list": "Keep only <dt>, <dd>, <div>, <script> and <template> directly inside the <dl>",
  dlitem: "Wrap the <dt> and <dd> elements in a <dl>",
  "document-title": "Add a <title> to the <head> that says what the page is",
  "duplicate-id-aria": (node) => `Give the id ${named(node, "attribute")} to one element only`,
  "empty-heading": "Put text into the heading, or remove it",
  "empty-table-header": "Put text into the table header, or make it a <td>",
  "form-field-multiple-labels": "Keep one label for the field",
  "frame-focusable-content": 'Remove tabindex="-1" from the frame: what is inside can be focused',
  "frame-title": "Add a title attribute that says what the frame shows",
  "frame-title-unique": "Give each frame a title of its own",
  "heading-order": "Use the next heading level: levels go up by one at a time",
  "html-has-lang": 'Add a lang attribute to <html>, such as lang="en"',
  "html-lang-valid": 'Use a valid language code in the lang attribute of <html>, such as "en" or "de-CH"',
  "image-alt": "Add an alt attribute describing the image content",
  "image-redundant-alt": 'Set alt="" on the image: the text beside it says the same',
  "input-button-name": "Add a value attribute that says what the button does",
  "input-image-alt": "Add an alt attribute that says what the button does",
  label: NAME_FIELD,
  "label-title-only": "Add a visible <label>: a title is not shown to everybody",
  "landmark-banner-is-top-level": TOP_LANDMARK,
  "landmark-complementary-is-top-level": TOP_LANDMARK,
  "landmark-contentinfo-is-top-level": TOP_LANDMARK,
  "landmark-main-is-top-level": TOP_LANDMARK,
  "landmark-no-duplicate-banner": ONE_LANDMARK,
  "landmark-no-duplicate-contentinfo": ONE_LANDMARK,
  "landmark-no-duplicate-main": "Keep one <main> on the page",
  "landmark-one-main": "Wrap the main content in one <main> element",
  "landmark-unique": ONE_LANDMARK,
  "link-in-text-block": "Underline the link, or give it 3:1 contrast with the text around it",
  "link-name": "Put text into the link, or add an aria-label that says where it leads",
  list: "Keep only <li>, <script> and <template> directly inside the list",
  listitem: "Wrap the <li> elements in a <ul> or <ol>",
  "meta-refresh": "Remove the meta refresh, or let the person start it",
  "meta-viewport": "Remove user-scalable=no and maximum-scale from the viewport: people need to zoom",
  "nested-interactive": "Move the control outside its parent control",
  "no-autoplay-audio": "Do not start sound by itself, or add controls to stop it",
  "object-alt": "Add an aria-label that says what the object shows",
  "page-has-heading-one": "Add one <h1> that says what the page is",
  "presentation-role-conflict": 'Remove role="none", or the tabindex and aria attributes that contradict it',
  region: "Move the content into a landmark such as <main>, <nav>, <header> or <footer>",
  "role-img-alt": "Add an aria-label that says what the image shows",
  "scope-attr-valid": 'Use scope="col" or scope="row", on <th> only',
  "scrollable-region-focusable": 'Add tabindex="0", so that the region can be scrolled by keyboard',
  "select-name": NAME_FIELD,
  "skip-link": "Give the target of the skip link an id that exists, and make it focusable",
  "summary-name": "Put text into the <summary>",
  "svg-img-alt": "Add a <title> as the svg's first child, or an aria-label",
  tabindex: 'Use tabindex="0" or none, and put the elements into the right order instead',
  "target-size": "Make the target at least 24 by 24 pixels, or leave more room around it",
  "td-headers-attr": "Let the headers attribute refer to cells of the same table only",
  "th-has-data-cells": "Let the header describe cells, or make it a <td>",
  "valid-lang": 'Use a valid language code, such as "en" or "de-CH"',
  "video-caption": 'Add a <track kind="captions"> to the video',
};

export function fixFor(node: FailedNode): string {
  const fix = Object.hasOwn(FIXES, node.rule) ? FIXES[node.rule] : undefined;
  if (fix === undefined) return axeExplanation(node);
  return typeof fix === "string" ? fix : fix(node);
}

function axeExplanation({ help, checks }: FailedNode): string {
  const [first] = checks;
  return first === undefined ? help : `${help}: ${first.message}`;
}

/** The names that the first check found, such as the attributes that are wrong. */
function named({ checks }: FailedNode, otherwise: string): string {
  const data = checks[0]?.data;
  const names = (Array.isArray(data) ? data : [data]).filter(
    (name) => typeof name === "string" && name !== "",
  );
  return names.length > 0 ? names.join(", ") : otherwise;
}
