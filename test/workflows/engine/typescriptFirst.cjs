// Resolves imports to TypeScript before JSON. Otherwise, an import of ChannelMessaging.node would
// resolve to its codex, ChannelMessaging.node.json.
'use strict';

const { extensions } = require;
const { '.json': json } = extensions;
delete extensions['.json'];
extensions['.json'] = json;
