import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { buildMessage } from '../../testing/factories.ts'

it('a file that is on its way is awaited, and one that will not come says why', async () => {
  const lost = (reason: string) => ({ url: null, state: 'refused', reason })
  await createConversationFixture().open({
    history: [
      buildMessage({ type: 'image', content: '', attachment: { url: null, state: 'waiting' } }),
      buildMessage({ type: 'audio', content: '', attachment: { ...lost('O WhatsApp não tem mais este arquivo.'), voice: true } }),
      buildMessage({ type: 'document', content: '', attachment: { url: null, state: 'waiting', filename: 'contrato.pdf' } }),
      buildMessage({
        type: 'document',
        content: '',
        attachment: { ...lost('O espaço de arquivos acabou.'), size: 3, filename: 'a.pdf' },
      }),
    ],
  })
  expect(await screen.findByText('Imagem a caminho…')).toBeDefined()
  const said = (title: string) => screen.getByText(title).parentElement?.textContent
  expect(said('Mensagem de voz indisponível')).toBe('Mensagem de voz indisponívelO WhatsApp não tem mais este arquivo.')
  expect(said('contrato.pdf')).toBe('contrato.pdfA caminho…')
  expect(said('a.pdf')).toBe('a.pdfO espaço de arquivos acabou.')
})
