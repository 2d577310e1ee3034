import type { Capability } from '@prosa/contract/capabilities'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { canReactTo } from '@prosa/contract/rules/conversations/reactions'
import { getServerTime } from '../../../../shared/api/server-clock.ts'

/** Whether the user can react to the message, by menu or key. The caller checks whether anything can be sent at all. */
export const canReact = (message: Message, capabilities: readonly string[]): boolean =>
  capabilities.includes('reactions' satisfies Capability) && canReactTo(message, getServerTime())
