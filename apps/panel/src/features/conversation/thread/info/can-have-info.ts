import type { Capability } from '@prosa/contract/capabilities'
import type { Message } from '@prosa/contract/entities/conversations/message'

/** Whether the server may have details about a message. Imported messages have no details. */
export const canHaveInfo = ({ source }: Message, capabilities: readonly string[]): boolean =>
  capabilities.includes('message_info' satisfies Capability) && source !== 'history'
