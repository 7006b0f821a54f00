/** The service counts messages and contact requests separately. Each bucket has its own queue. */
export type RateLimitBucket = 'message' | 'contact';
