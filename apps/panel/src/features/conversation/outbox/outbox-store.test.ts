import { beforeEach, expect, it } from 'vitest'
import { SESSION_STORAGE_KEY, useSession } from '../../../shared/session/session.ts'
import { setSignedInUser } from '../../../testing/session.ts'
import { discardOtherDrafts, getComposerDraft, saveComposerDraft, useOutbox } from './outbox-store.ts'

const entry = {
  tempId: 't1',
  leadId: 'l1',
  conversationId: 'c1',
  content: 'Segue a proposta',
  createdAt: 0,
  status: 'waiting',
  failure: null,
  peer: null,
} as const

/** Ends the session by expiry, with the reason for the login page. */
const expire = () => useSession.setState({ user: null, isAuthenticated: false, error: 'Sua sessão expirou.' })
/** Signs out by 'Sair'. */
const leave = () => useSession.setState({ user: null, isAuthenticated: false, error: null })
const kept = () => {
  const { entries } = useOutbox.getState()
  return { entries: entries.map(({ tempId, status }) => [tempId, status]), draft: getComposerDraft('c1') }
}
const ALL = { entries: [['t1', 'error']], draft: 'E mais uma coisa' }
const NOTHING = { entries: [], draft: '' }

beforeEach(() => {
  useOutbox.setState(useOutbox.getInitialState(), true)
  setSignedInUser({ id: 'ana' })
  useOutbox.setState({ entries: [entry] })
  saveComposerDraft('c1', 'E mais uma coisa')
})

it('MSG-10 MSG-12 a session that ended by itself takes nothing: what was under way failed, and goes again under its key', () => {
  expire()
  expect(kept()).toEqual(ALL)
  useSession.setState({ error: null })
  setSignedInUser({ id: 'ana' })
  expect(kept()).toEqual(ALL)
})

it("'Sair' leaves nothing behind", () => {
  leave()
  expect(kept()).toEqual(NOTHING)
  setSignedInUser({ id: 'ana' })
  expect(kept()).toEqual(NOTHING)
})

it('nobody else is ever shown it', () => {
  expire()
  setSignedInUser({ id: 'rui' })
  expect(kept()).toEqual(NOTHING)
})

it('a session that ended in another tab takes nothing here, unless the person left there', async () => {
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify({ state: { user: null, isAuthenticated: false }, version: 0 }))
  await useSession.persist.rehydrate()
  expect(useSession.getState().user).toBeNull()
  expect(kept()).toEqual(ALL)
  window.dispatchEvent(new StorageEvent('storage', { key: 'outbox-left' }))
  expect(kept()).toEqual(NOTHING)
})

it('VIEW-29 the draft is of one conversation, and another one that is opened forgets it', () => {
  expect(getComposerDraft('c2')).toBe('')
  discardOtherDrafts('c1')
  expect(getComposerDraft('c1')).toBe('E mais uma coisa')
  discardOtherDrafts('c2')
  expect(getComposerDraft('c1')).toBe('')
})
