export type { Latency, Limits } from './configuration';
export { type Contact, type ContactStore, createdId } from './contacts/contactStore';
export type { Fault, FaultRule } from './faults/faults';
export type { AcceptedMessage, Statistics } from './channel';
export { type Service, type ServiceOptions, startService } from './startService';
