import { EventEmitter } from 'node:events'
import type { DomainEvent, DomainEventName, DomainEvents } from './domain-events.ts'

type Subscribe = <N extends DomainEventName>(name: N, listener: (payload: DomainEvents[N]) => void) => () => void

export interface EventBus {
  publish(event: DomainEvent): void
  /** Subscribes to an event published by any process of the installation. @returns a function that ends the subscription */
  on: Subscribe
  /**
   * Subscribes to an event published by this process only, for work that only one process may do. @returns a function that ends the
   * subscription
   */
  onOwn: Subscribe
  /**
   * Subscribes to all events published by this process, to send them to the other processes. @returns a function that ends the subscription
   */
  onPublished(listener: (event: DomainEvent) => void): () => void
  /** Passes an event from another process to the listeners of `on`. */
  receive(event: DomainEvent): void
}

/**
 * Creates an event bus for this process. An error in one listener is passed to `onListenerError` and does not affect the publisher or other
 * listeners.
 */
export function createEventBus(onListenerError: (error: unknown, name: string) => void): EventBus {
  const anywhere = createListeners(onListenerError)
  const here = createListeners(onListenerError)
  const published = createListeners(onListenerError)
  return {
    publish: (event) => {
      anywhere.tell(event.name, event.payload)
      here.tell(event.name, event.payload)
      published.tell('*', event)
    },
    on: anywhere.add,
    onOwn: here.add,
    onPublished: (listener) => published.add('*', listener),
    receive: (event) => anywhere.tell(event.name, event.payload),
  }
}

function createListeners(onError: (error: unknown, name: string) => void) {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    add: (name: string, listener: (told: never) => void) => {
      // The types above ensure that listener and publisher use the same payload for a name.
      const heard = listener as (told: unknown) => void
      emitter.on(name, heard)
      return () => void emitter.off(name, heard)
    },
    tell: (name: string, told: unknown) => {
      for (const listener of emitter.listeners(name) as ((told: unknown) => void)[]) {
        try {
          listener(told)
        } catch (error) {
          onError(error, name)
        }
      }
    },
  }
}
