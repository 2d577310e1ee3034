import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { afterEach, expect, it, vi } from 'vitest'
import { createErrorResponse, createFakeProvider } from '../../../../testing/fake-provider.ts'
import { resetPanelState, setSignedInUser } from '../../../../testing/session.ts'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { postAttachment } from './post-attachment.ts'

vi.mock(import('../../outbox/uploads/upload-queue.ts'), () => ({
  getOrStartUpload: () => ({ fileId: Promise.resolve('f1'), signal: new AbortController().signal, finish: () => undefined }),
}))
afterEach(resetPanelState)

it('MEDIA-03 the message of a file is not tried again for who has left by choice, nor as the next person', async () => {
  const entry: UnsentMessage = {
    tempId: 't1',
    leadId: 'l1',
    conversationId: 'c1',
    content: '',
    file: { name: 'a.pdf', size: 3 },
    type: 'document',
    createdAt: Date.now(),
    status: 'waiting',
    failure: null,
    peer: null,
  }
  const provider = createFakeProvider().on(sendMessage, () => createErrorResponse(503, 'UNAVAILABLE'))
  setSignedInUser({ id: 'u1' })
  useOutbox.setState({ ownerId: 'u1', entries: [entry] })
  const posting = postAttachment(entry, { params: { leadId: 'l1', conversationId: 'c1' }, headers: { 'idempotency-key': 't1' } })
  await vi.waitFor(() => expect(provider.requests(sendMessage)).toHaveLength(1))
  useOutbox.setState({ entries: [] })
  setSignedInUser({ id: 'u2' })
  window.dispatchEvent(new Event('online'))
  expect(await posting).toEqual({ success: true })
  expect(provider.requests(sendMessage)).toHaveLength(1)
}, 10_000)
