import type { Deps } from '../../kernel/deps.ts'
import type { FindOrCreateLead, Intake, PauseForEcho } from './ports.ts'
import { findStored, receiveMessage, storeIncoming } from './receive-message.ts'
import { storeEcho } from './store-echo.ts'

/** How messages of channels come in, for whoever has a channel. */
export const createIntake = (
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'clock'>,
  leads: { findOrCreateLead: FindOrCreateLead; pauseForEcho: PauseForEcho },
): Intake => ({
  receive: (input) => receiveMessage(deps, leads.findOrCreateLead, input),
  storeIncoming: (tx, input) => storeIncoming(tx, deps, leads.findOrCreateLead, input),
  findStored: (input, before) => findStored(deps, input, before),
  storeEcho: (tx, input) => storeEcho(tx, deps, leads, input),
})
