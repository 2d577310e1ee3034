import type { Message } from '@prosa/contract/entities/conversations/message'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { setSignedInUser } from '../../../../testing/session.ts'
import { buildMessage } from '../../testing/factories.ts'

const LATE = { timeout: 15_000 }

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media'] })
})

const open = (file_line: Message['file_line']) => {
  const attachment = { url: '/api/media/m1', filename: 'contrato.pdf', mime_type: 'application/pdf', size: 2_000 }
  return desk.open({ history: [buildMessage({ message_id: 'm1', content: '', type: 'document', attachment, file_line })] })
}

describe('what a file is about', () => {
  it('SEE-05 stands below it as it was told, and is named to who cannot see', async () => {
    await open({ state: 'done', line: 'Contrato de locação, CPF •••.•••.•••-••' })
    const line = await screen.findByText('Contrato de locação, CPF •••.•••.•••-••', {}, LATE)
    expect(line.textContent).toBe('Sobre o arquivo: Contrato de locação, CPF •••.•••.•••-••')
    expect(screen.getByText('contrato.pdf')).toBeDefined()
  })

  it('SEE-06 is awaited while it is read, and owned up to where it cannot be', async () => {
    await open({ state: 'reading', line: '' })
    expect(await screen.findByText('Lendo o arquivo…', {}, LATE)).toBeDefined()
  })

  it('SEE-06 says that it could not be read', async () => {
    await open({ state: 'failed', line: '' })
    expect(await screen.findByText('Não foi possível ler este arquivo.', {}, LATE)).toBeDefined()
  })

  it('in a state that this panel does not know is nothing', async () => {
    await open({ state: 'dreamt', line: 'x' })
    expect(await screen.findByText('contrato.pdf', {}, LATE)).toBeDefined()
    expect(screen.queryByText('x')).toBeNull()
  })
})
