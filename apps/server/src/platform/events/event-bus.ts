import { EventEmitter } from 'node:events'
import type { DomainEvent, DomainEventName, DomainEvents } from './domain-events.ts'

type Subscribe = <N extends DomainEventName>(name: N, listener: (payload: DomainEvents[N]) => void) => () => void

export interface EventBus {
  publish(event: DomainEvent): void
  /** Subscribes to an event of any process of the installation. @returns a function that ends the subscription */
  on: Subscribe
  /**
   * Subscribes to an event of this process only, for work that only one process may do.
   * @returns a function that ends the subscription
   */
  onLocal: Subscribe
  /**
   * Subscribes to all events of this process, to send them to other processes.
   * @returns a function that ends the subscription
   */
  onPublished(listener: (event: DomainEvent) => void): () => void
  /** Passes an event of another process to the listeners of `on`. */
  deliverRemote(event: DomainEvent): void
}

/** Creates the event bus of this process. An error of a listener is passed to `onListenerError` and does not affect other listeners. */
export function createEventBus(onListenerError: (error: unknown, name: string) => void): EventBus {
  const allListeners = createListeners(onListenerError)
  const localListeners = createListeners(onListenerError)
  const publishedListeners = createListeners(onListenerError)
  return {
    publish: (event) => {
      allListeners.notify(event.name, event.payload)
      localListeners.notify(event.name, event.payload)
      publishedListeners.notify('*', event)
    },
    on: allListeners.add,
    onLocal: localListeners.add,
    onPublished: (listener) => publishedListeners.add('*', listener),
    deliverRemote: (event) => allListeners.notify(event.name, event.payload),
  }
}

function createListeners(onError: (error: unknown, name: string) => void) {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    add: (name: string, listener: (payload: never) => void) => {
      // The types of EventBus ensure that listener and publisher use the same payload for a name.
      const untypedListener = listener as (payload: unknown) => void
      emitter.on(name, untypedListener)
      return () => void emitter.off(name, untypedListener)
    },
    notify: (name: string, payload: unknown) => {
      for (const listener of emitter.listeners(name) as ((payload: unknown) => void)[]) {
        try {
          listener(payload)
        } catch (error) {
          onError(error, name)
        }
      }
    },
  }
}
