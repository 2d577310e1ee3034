import { getMessageGrounding } from '@prosa/contract/calls/agents/knowledge'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { setReaction } from '@prosa/contract/calls/conversations/reactions'
import type { MessageOrigin } from '@prosa/contract/entities/agents/knowledge'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { buildMessage } from '../../testing/factories.ts'

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply', 'reactions', 'message_info'] })
  Element.prototype.scrollIntoView = () => {}
})

const bubbleOf = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>('[data-speaker]') as HTMLElement
const LATE = { timeout: 15_000 }
/** Waits for the lazy message tools, then opens the menu. */
const openMenu = async (text: string) => {
  const bubble = await bubbleOf(text)
  await waitFor(() => expect(document.querySelector('[data-message-tools]')).not.toBeNull(), LATE)
  fireEvent.contextMenu(bubble)
  return screen.findByRole('menu', {}, LATE)
}
const wordsIn = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.getAttribute('aria-label') ?? item.textContent)

describe('one message', () => {
  it('MEDIA-28 its menu answers, reacts, copies and informs, and speaks of neither deleting nor forwarding', async () => {
    await desk.open({ history: [buildMessage({ content: 'Tem azul?' })] })
    const words = wordsIn(await openMenu('Tem azul?'))
    expect(words).toEqual([
      ...['👍', '❤️', '😂', '😮', '😢', '🙏'].map((emoji) => `Reagir com ${emoji}`),
      'Outro emoji',
      'Responder',
      'Copiar texto',
      'Informações',
    ])
    expect(document.body.textContent).not.toMatch(/apagar|excluir|encaminhar/i)
  })

  it('MEDIA-15 Responder quotes it in what is sent next, and only in that', async () => {
    const sent = vi.fn(() => ({ success: true as const }))
    desk.provider.on(sendMessage, (input) => sent(...([input.body] as unknown as [])))
    await desk.open({ history: [buildMessage({ message_id: 'asked', content: 'Tem azul?' })] })
    const menu = await openMenu('Tem azul?')
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Responder' }))
    expect(await screen.findByText('Em resposta ao lead')).toBeDefined()
    const box = await desk.findComposerBox()
    await userEvent.type(box, 'Tem sim{Enter}')
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ content: 'Tem sim', reply_to: 'asked' }))
    expect(screen.queryByText('Em resposta ao lead')).toBeNull()
    await userEvent.type(box, 'Quer ver?{Enter}')
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ content: 'Quer ver?' }))
  })

  it('MEDIA-15 an answer shows what it quotes and leads there; of a message that is not here it says so', async () => {
    const quote = { message_id: 'asked', role: 'humano' as const, type: 'text', preview: 'Tem azul?' }
    await desk.open({
      history: [
        buildMessage({ message_id: 'asked', content: 'Tem azul?' }),
        buildMessage({ role: 'AI', content: 'Tem sim', reply_to: quote }),
        buildMessage({ content: 'E aquele?', reply_to: { message_id: null } }),
      ],
    })
    const answer = await bubbleOf('Tem sim')
    const animate = vi.fn()
    Element.prototype.animate = animate
    await openMenu('Tem sim')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await within(answer).findByRole('button', { name: /Tem azul/ }))
    await waitFor(() => expect(animate).toHaveBeenCalledWith(expect.anything(), 1_200))
    expect(within(await bubbleOf('E aquele?')).getByText('Mensagem que não está aqui')).toBeDefined()
  })

  it('MEDIA-17 a reaction shows at once, and pressing the same again takes it back', async () => {
    const set: (string | null)[] = []
    const asked = buildMessage({ message_id: 'asked', content: 'Obrigada!' })
    desk.provider.on(setReaction, ({ body }) => {
      set.push(body.emoji)
      return { success: true, data: { message: { ...asked, our_reaction: { emoji: body.emoji } } } }
    })
    await desk.open({ history: [asked] })
    await userEvent.click(within(await openMenu('Obrigada!')).getByRole('menuitem', { name: 'Reagir com ❤️' }))
    await waitFor(async () => expect((await bubbleOf('Obrigada!')).textContent).toContain('❤️'))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await userEvent.click(within(await openMenu('Obrigada!')).getByRole('menuitem', { name: 'Reagir com ❤️' }))
    await waitFor(() => expect(set).toEqual(['❤️', null]))
    await waitFor(async () => expect((await bubbleOf('Obrigada!')).textContent).not.toContain('❤️'))
  })

  it('MEDIA-17 a reaction that failed is told of until one on that message does not', async () => {
    const asked = buildMessage({ message_id: 'asked', content: 'Obrigada!' })
    desk.provider.on(setReaction, () => createErrorResponse(503, 'SERVER_ERROR'))
    await desk.open({ history: [asked] })
    const react = async () => userEvent.click(within(await openMenu('Obrigada!')).getByRole('menuitem', { name: 'Reagir com ❤️' }))
    await react()
    await waitFor(() => expect(desk.getToasts()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    const message = { ...asked, our_reaction: { emoji: '❤️' } }
    desk.provider.on(setReaction, () => ({ success: true, data: { message } }))
    await react()
    await waitFor(() => expect(desk.getToasts()).toEqual([]))
  })

  it('a text that could not be copied is told of until one is', async () => {
    await desk.open({ history: [buildMessage({ content: 'Tem azul?' })] })
    // Installs a clipboard, which jsdom lacks.
    userEvent.setup()
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused')).mockResolvedValue()
    const copy = async () => userEvent.click(within(await openMenu('Tem azul?')).getByRole('menuitem', { name: 'Copiar texto' }))
    await copy()
    await waitFor(() => expect(desk.getToasts()[0]?.message).toMatch(/^O navegador não deixou copiar/))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await copy()
    await waitFor(() => expect(desk.getToasts().map(({ message }) => message)).toEqual(['Texto copiado.']))
    expect(copying).toHaveBeenLastCalledWith('Tem azul?')
  })

  it('by keys: l enters the messages, Shift+R answers, Esc goes back to the composer', async () => {
    await desk.open({ history: [buildMessage({ content: 'Primeira' }), buildMessage({ content: 'Segunda' })] })
    await openMenu('Segunda')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('l')
    expect(document.activeElement?.textContent).toContain('Segunda')
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toContain('Primeira')
    await userEvent.keyboard('{Shift>}R{/Shift}')
    expect((await screen.findByText('Em resposta ao lead')).nextSibling?.textContent).toBe('Primeira')
  })

  it('KNOW-13 De onde veio shows the passage as it was when said, and that its source has changed since; by the key o too', async () => {
    setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply', 'knowledge'] })
    const passage = {
      _id: 'p1',
      source_id: 's1',
      source: 'Perguntas frequentes',
      place: 'linha 13',
      text: 'São duas vagas.',
      question: 'Tem estacionamento?',
    }
    let passages = [{ ...passage, is_changed: true }]
    let circumstances: Omit<MessageOrigin, 'passages'> = {}
    desk.provider.on(getMessageGrounding, () => ({ success: true, data: { passages, ...circumstances } }))
    await desk.open({
      conversation: { agent_id: 'agent-1' },
      history: [
        buildMessage({ content: 'tem vaga?' }),
        buildMessage({ role: 'AI', manual: true, sender: { id: 'u2', name: 'Bia' }, content: 'Sou a Bia' }),
        buildMessage({ message_id: 'said', role: 'AI', content: 'São duas vagas. Quer ver?' }),
      ],
    })
    const close = async () => {
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu') ?? screen.queryByRole('dialog')).toBeNull())
    }
    // Messages of the lead and of the team have no sources.
    for (const text of ['tem vaga?', 'Sou a Bia']) {
      expect(wordsIn(await openMenu(text))).not.toContain('De onde veio')
      await close()
    }
    await userEvent.click(within(await openMenu('São duas vagas. Quer ver?')).getByRole('menuitem', { name: 'De onde veio' }))
    const dialog = await screen.findByRole('dialog', { name: 'De onde veio' }, LATE)
    expect((await within(dialog).findByRole('list', { name: 'Trechos' })).textContent).toBe(
      'Perguntas frequentesFonte alterada desde entãoTem estacionamento?São duas vagas.linha 13',
    )
    expect(within(dialog).getByRole('link', { name: 'Abrir o conhecimento' }).getAttribute('href')).toBe(
      '/agents/agent-1/conhecimento',
    )
    expect(desk.provider.requests(getMessageGrounding)[0]?.params).toEqual({ messageId: 'said' })
    await close()

    passages = []
    circumstances = {
      version: 3,
      heard: [{ message_id: 'heard', text: 'tem vaga pra dois carros?' }],
      held_back: ['sum', 'never'],
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('lo')
    expect(await screen.findByText('Esta resposta não veio do conhecimento.')).toBeTruthy()
    const told = screen.getByRole('dialog', { name: 'De onde veio' }).querySelector('dl')?.textContent
    expect(told).toBe(
      'Ouviu“tem vaga pra dois carros?”Proteçãovalor sem fonte retirado, frase da lista “Nunca dizer”, retiradaVersão3',
    )
    await close()
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('l{ArrowUp}o')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('where the provider keeps no knowledge, nothing asks for it', async () => {
    await desk.open({ history: [buildMessage({ role: 'AI', content: 'Olá' })] })
    expect(wordsIn(await openMenu('Olá'))).not.toContain('De onde veio')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('lo')
    expect(desk.provider.requests(getMessageGrounding)).toEqual([])
  })
})
