import { expect, it } from 'vitest'
import type { UnsentMessage } from '../outbox.ts'
import {
  filterAbandonedEntries,
  mergeAdoptedEntries,
  RETRY_PERIOD_MS,
  type StoredUnsentMessage,
  selectEntriesToStore,
  toResumedEntry,
} from './unsent-storage-rules.ts'

const entry = (tempId: string, fields: Partial<UnsentMessage> = {}): UnsentMessage => ({
  tempId,
  leadId: 'l1',
  conversationId: 'c1',
  content: '',
  createdAt: 0,
  status: 'waiting',
  failure: null,
  peer: null,
  ...fields,
})
const file = { name: 'a.pdf', size: 1 }
const kept = (
  tempId: string,
  fields: Partial<StoredUnsentMessage> = {},
  about: Partial<UnsentMessage> = {},
): StoredUnsentMessage => ({
  entry: entry(tempId, { file, ...about }),
  userId: 'ana',
  tenantId: 'aurora',
  tab: 't1',
  at: 0,
  order: 0,
  ...fields,
})
const idsOf = (entries: readonly UnsentMessage[]) => entries.map(({ tempId }) => tempId)

it('MEDIA-03 keeps files, and the texts on their way with them in their conversation; any other text is its tab’s alone', () => {
  const entries = [
    entry('before'),
    entry('file', { file }),
    entry('behind'),
    entry('elsewhere', { conversationId: 'c2' }),
    entry('a place', { conversationId: 'c2', file: { ...file, card: { location: { latitude: 0, longitude: 0 } } } }),
    entry('peer', { peer: { userId: 'rui', userName: 'Rui' } }),
  ]
  expect(idsOf(selectEntriesToStore(entries, () => false))).toEqual(['before', 'file', 'behind'])
})

it('MEDIA-03 what failed holds up nobody, and stays kept; what the server took does not', () => {
  const entries = [entry('failed', { file, status: 'error' }), entry('text'), entry('taken', { file, status: 'done' })]
  expect(idsOf(selectEntriesToStore(entries, (id) => id !== 'text'))).toEqual(['failed'])
})

it('MEDIA-03 what a reload brought back as failed does not overwrite what lies there as under way', () => {
  expect(selectEntriesToStore([entry('reloaded', { file, status: 'error' })], () => false)).toEqual([])
})

it('MEDIA-03 nobody else sees it: neither another person at this browser, nor the same one in another organisation', () => {
  const all = [kept('a'), kept('b', { userId: 'rui' }), kept('c', { tenantId: 'vitta' }), kept('d', { tab: 't2' })]
  const left = filterAbandonedEntries(all, { id: 'ana', tenant: { id: 'aurora' } }, ({ tab }) => tab === 't2')
  expect(left.map((one) => one.entry.tempId)).toEqual(['a'])
})

it('MEDIA-03 goes on for 60 minutes, then stands failed', () => {
  expect(toResumedEntry(kept('a'), RETRY_PERIOD_MS - 1).status).toBe('waiting')
  expect(toResumedEntry(kept('a'), RETRY_PERIOD_MS).status).toBe('error')
  expect(toResumedEntry(kept('a', {}, { status: 'error', failure: 'Vazio' }), 0)).toMatchObject({
    status: 'error',
    failure: 'Vazio',
  })
})

it('MEDIA-03 stands where it was written, each once', () => {
  const here = [
    entry('failed here', { createdAt: 1 }),
    entry('reloaded', { createdAt: 2, status: 'error' }),
    entry('new', { createdAt: 9 }),
  ]
  const more = [entry('reloaded', { createdAt: 2 }), entry('same moment', { createdAt: 2 })]
  const all = mergeAdoptedEntries(here, more)
  expect(idsOf(all)).toEqual(['failed here', 'reloaded', 'same moment', 'new'])
  expect(all[1]?.status).toBe('waiting')
})
