import type { Capability } from '@prosa/contract/capabilities'
import type { Message } from '@prosa/contract/entities/conversations/message'

/** Whether details of a message may exist. Imported messages have none. */
export const canHaveInfo = ({ source }: Message, can: readonly string[]): boolean =>
  can.includes('message_info' satisfies Capability) && source !== 'history'
