export const channelTypes = ['other', 'viber'] as const;

/** Some endpoints expect Viber contact IDs in Base64 (see `channelPathSegment`). */
export type ChannelType = (typeof channelTypes)[number];
