import { EventEmitter } from 'node:events'
import type { DomainEvent, DomainEventName, DomainEvents } from './domain-events.ts'

type Listen = <N extends DomainEventName>(name: N, listener: (payload: DomainEvents[N]) => void) => () => void

export interface EventBus {
  publish(event: DomainEvent): void
  /** What happened in any process of the installation. @returns a function that ends the subscription */
  on: Listen
  /** What happened in this process: for what must be done once, whichever process does it. */
  onOwn: Listen
  /** Everything that is published here, for whoever carries it to the other processes. */
  onPublished(listener: (event: DomainEvent) => void): () => void
  /** Tells what another process published. */
  receive(event: DomainEvent): void
}

/** In-process bus; a listener that throws is reported and harms neither the publisher nor the other listeners. */
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
      // Who adds it and who tells agree on the payload by the name, above.
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
