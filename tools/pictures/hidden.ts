/** Hides n8n's notifications, and the controls above the canvas, while a picture is taken. */
export const hidden = `
	.el-notification, .vue-flow__panel, .vue-flow__minimap, [data-test-id='canvas-controls'],
	[data-test-id='canvas-handle-plus-wrapper'], [data-test-id='execute-workflow-button'],
	[class*='floatingNodes'], [data-test-id='floating-node'] { visibility: hidden !important; }
`;
