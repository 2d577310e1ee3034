import type { EventBus } from '../../../kernel/events.ts'
import type { TurnPlace } from '../../conversations/ports.ts'

/** Nobody wants the answer any more. */
export class CalledOff extends Error {}

/**
 * Watches a conversation while its agent thinks: a pause, an archiving, a person's message or the switching off of the
 * organisation calls the turn off.
 */
export function watchForCallOff(
  bus: EventBus,
  { tenantId, conversationId }: TurnPlace,
): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const callOff = () => controller.abort(new CalledOff('The conversation was taken over'))
  const ends = [
    bus.on('conversation.changed', ({ conversation }) => {
      if (conversation._id === conversationId && (conversation.pause || conversation.archive)) callOff()
    }),
    bus.on('message.stored', ({ conversation, message }) => {
      if (conversation._id === conversationId && message.manual) callOff()
    }),
    bus.on('sessions.ended', ({ tenantId: ended, code }) => {
      if (ended === tenantId && code === 'TENANT_INACTIVE') callOff()
    }),
  ]
  return {
    signal: controller.signal,
    stop: () => {
      for (const end of ends) end()
    },
  }
}
