import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { setSignedInUser } from '../../../../testing/session.ts'
import { buildMessage } from '../../testing/factories.ts'
import { useMessageGestures } from './use-message-gestures.ts'

const LATE = { timeout: 15_000 }
let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply', 'reactions'] })
  Element.prototype.scrollIntoView = () => {}
})

const open = async (history: Parameters<typeof desk.open>[0] = {}) => {
  await desk.open(history)
  await waitFor(() => expect(document.querySelector('[data-message-tools]')).not.toBeNull(), LATE)
}
const answered = () => screen.queryByText('Em resposta ao lead')

describe('a finger on a message', () => {
  const press = (target: Element) => fireEvent.touchStart(target, { touches: [{ clientX: 100, clientY: 100 }] })
  const swipe = (target: Element, [across, along]: [number, number]) => {
    press(target)
    fireEvent.touchMove(target, { touches: [{ clientX: 100 + across, clientY: 100 + along }] })
    fireEvent.touchEnd(target, { touches: [] })
  }

  it('MEDIA-15 that goes 56 px to the right answers it; less, the other way, or up and down does not', async () => {
    await open({ history: [buildMessage({ content: 'Tem azul?' })] })
    const words = await screen.findByText('Tem azul?')
    for (const way of [
      [55, 0],
      [-80, 0],
      [80, 40],
    ] as [number, number][]) {
      swipe(words, way)
      expect(answered()).toBeNull()
    }
    swipe(words, [56, 5])
    expect(answered()?.nextSibling?.textContent).toBe('Tem azul?')
  })

  it('MEDIA-11 that moves within a sound neither answers it nor opens its menu', async () => {
    const attachment = { url: 'http://localhost:3000/api/media/v', mime_type: 'audio/mpeg', voice: true, duration_ms: 60_000 }
    await open({ history: [buildMessage({ type: 'audio', content: '', attachment })] })
    const slider = await screen.findByRole('slider', { name: 'Posição' }, LATE)
    swipe(slider, [70, 2])
    expect(answered()).toBeNull()
    // The menu opens at once when its code is already loaded.
    press(slider.closest('[data-speaker]') as HTMLElement)
    expect(await screen.findByRole('menu', {}, LATE)).toBeDefined()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    press(slider)
    await new Promise((resolve) => setTimeout(resolve, 700))
    fireEvent(slider, new PointerEvent('contextmenu', { bubbles: true, pointerType: 'touch' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

describe('keys on a message', () => {
  const press = async (keys: string) => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard(keys)
  }
  const long = () => new Date(Date.now() - 31 * 86_400_000).toISOString()

  it('MEDIA-17 + offers a reaction, and none to what is older than 30 days, as the menu', async () => {
    await open({ history: [buildMessage({ content: 'Antiga', timestamp: long() }), buildMessage({ content: 'Nova' })] })
    await press('l+')
    expect(await screen.findByRole('dialog', { name: 'Reagir com outro emoji' }, LATE)).toBeDefined()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('l{ArrowUp}+')
    expect(document.activeElement?.textContent).toContain('Antiga')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('menuitem', { name: 'Responder' }, LATE)).toBeDefined()
    expect(screen.queryByRole('group', { name: 'Reagir' })).toBeNull()
  })

  it('MEDIA-17 + offers nothing where the window is shut', async () => {
    await open({ conversation: { window_closes_at: null }, history: [buildMessage({ content: 'Nova' })] })
    await press('l+')
    expect(document.activeElement?.textContent).toContain('Nova')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('MEDIA-17 + offers nothing where the provider knows no reactions', async () => {
    setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply'] })
    await open({ history: [buildMessage({ content: 'Nova' })] })
    await press('l+')
    expect(document.activeElement?.textContent).toContain('Nova')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('l enters the lowest message in sight where the newest is far below', async () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const index = this.dataset['index']
      return index ? new DOMRect(0, Number(index) * 64, 600, 64) : new DOMRect(0, 0, 600, 400)
    })
    const nothing = () => undefined
    function Far() {
      const mark = useRef<HTMLSpanElement>(null)
      useMessageGestures(mark, {
        onOpenMenu: nothing,
        onHover: nothing,
        onReply: nothing,
        onReact: nothing,
        onShowInfo: nothing,
        onShowSources: nothing,
        onCorrect: nothing,
        onLeave: nothing,
        getNewestIndex: () => 99,
        getLastIndex: () => 99,
      })
      const drawn = Array.from({ length: 12 }, (_, n) => n)
      return (
        <div>
          <div role="log">
            {drawn.map((n) => (
              <div key={n} data-index={n}>
                Mensagem {n + 1}
              </div>
            ))}
          </div>
          <span ref={mark} />
        </div>
      )
    }
    render(<Far />)
    await press('l')
    expect(document.activeElement?.textContent).toBe('Mensagem 7')
  })
})
