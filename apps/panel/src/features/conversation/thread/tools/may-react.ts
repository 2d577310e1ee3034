import type { Capability } from '@prosa/contract/capabilities'
import type { Message } from '@prosa/contract/entities/message'
import { mayReactTo } from '@prosa/contract/rules/reactions'
import { serverNow } from '../../../../shared/api/server-clock.ts'

/** The same by the menu and by its key; whether anything can be sent at all, the caller knows. */
export const mayReact = (message: Message, can: readonly string[]): boolean =>
  can.includes('reactions' satisfies Capability) && mayReactTo(message, serverNow())
