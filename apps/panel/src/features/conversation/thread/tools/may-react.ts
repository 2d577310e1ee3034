import type { Capability } from '@prosa/contract/capabilities'
import type { Message } from '@prosa/contract/entities/message'
import { mayReactTo } from '@prosa/contract/rules/reactions'
import { serverNow } from '../../../../shared/api/server-clock.ts'

/** Whether a reaction is possible, by menu or key. The caller checks whether anything can be sent at all. */
export const mayReact = (message: Message, can: readonly string[]): boolean =>
  can.includes('reactions' satisfies Capability) && mayReactTo(message, serverNow())
