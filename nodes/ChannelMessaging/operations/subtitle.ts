import { operations } from './index';

const operationNames = Object.fromEntries(operations.map(({ value, name }) => [value, name]));

/** The text below the node on the canvas. */
export const subtitle = `={{ $parameter["operation"] === "send" && $parameter["options"]?.["checkWithoutSending"] ? "Test: Send" : (${JSON.stringify(operationNames)})[$parameter["operation"]] + ": " + $parameter["resource"].toTitleCase() }}`;
