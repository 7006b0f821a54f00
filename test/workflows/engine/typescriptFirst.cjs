// Looks for TypeScript before JSON: beside the node's ChannelMessaging.node.ts lies its codex,
// ChannelMessaging.node.json, which an import of ChannelMessaging.node would get instead.
'use strict';

const { extensions } = require;
const { '.json': json } = extensions;
delete extensions['.json'];
extensions['.json'] = json;
