export type { AnswerTimes, Limits } from './configuration';
export { type Contact, type ContactBook, createdId } from './contacts/contactBook';
export type { Fault, FaultRule } from './faults/faults';
export type { AcceptedMessage, Statistics } from './channel';
export { type Service, type ServiceOptions, startService } from './startService';
