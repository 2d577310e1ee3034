import type { Capability } from '@prosa/contract/capabilities'
import type { Message } from '@prosa/contract/entities/message'

/** Of what was before we came nothing is known but itself. */
export const mayHaveInfo = ({ source }: Message, can: readonly string[]): boolean =>
  can.includes('message_info' satisfies Capability) && source !== 'history'
