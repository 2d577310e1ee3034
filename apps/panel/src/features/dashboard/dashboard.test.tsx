import { listAgents } from '@prosa/contract/calls/agents/agents'
import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRawResponse } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import './dashboard.tsx'
import { aDashboardSummary } from './testing/a-dashboard-summary.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.parse('2026-11-20T15:00:00.000Z') })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  setSignedInUser()
})

const answering = (summary = aDashboardSummary()) =>
  createPanelProvider().on(dashboardSummary, () => ({ success: true, data: summary }))
const queries = (provider: ReturnType<typeof createPanelProvider>) =>
  provider.requests(dashboardSummary).map(({ query }) => query)
// The first page of a run has to load its code, which can be slow on a busy machine.
const figures = () => screen.findByLabelText('Números do período', {}, { timeout: 4_000 })
const open = async (address = '/dashboard') => {
  const panel = renderPanel(address)
  await figures()
  return panel
}
const cellOf = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement
const part = (name: string) => within(screen.getByRole('region', { name }))

describe('the dashboard', () => {
  it('DASH-01 ROUTE-09 is a page of its own, with every figure and its change in words', async () => {
    answering()
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
    expect(document.title).toBe('Dashboard · Prosa')
    expect(cellOf('Novos leads')?.textContent).toContain('2812% a maisantes 25')
    expect(cellOf('Conversas ativas')?.textContent).toContain('1.234sem mudança')
    expect(cellOf('Primeira resposta da IA')?.textContent).toContain('4 s50% mais rápidaantes 8 s')
    expect(cellOf('Só com a IA')?.textContent).toContain('63%12,5 p.p. a maisantes 50%')
    expect(cellOf('Equipe assumiu')?.textContent).toContain('66 a maisantes 0')
    expect(cellOf('Reuniões marcadas')?.textContent).toContain('450% a menosantes 8')
  })

  it('DASH-04 shows — where there was nothing to measure, and compares no state of this moment', async () => {
    answering()
    await open()
    expect(cellOf('Primeira resposta da equipe')?.textContent).toContain('—Sem comparação')
    expect(cellOf('Necessitam atenção')?.textContent).not.toContain('Sem comparação')
  })

  it('DASH-02 asks for the chosen period, and the address keeps it', async () => {
    const provider = answering()
    const { getCurrentPath } = await open()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '7 dias' }).checked).toBe(true)
    expect(queries(provider)).toEqual([{ from: '2026-11-14', to: '2026-11-20' }])
    await userEvent.click(screen.getByRole('radio', { name: '30 dias' }))
    await waitFor(() => expect(queries(provider).at(-1)).toEqual({ from: '2026-10-22', to: '2026-11-20' }))
    expect(getCurrentPath()).toBe('/dashboard?periodo=30d')
    await userEvent.click(screen.getByRole('radio', { name: 'Hoje' }))
    await waitFor(() => expect(queries(provider).at(-1)).toEqual({ from: '2026-11-20', to: '2026-11-20' }))
  })

  it('DASH-02 a period of one’s own is asked for once its days make one', async () => {
    const provider = answering()
    const { getCurrentPath } = await open()
    await userEvent.click(screen.getByRole('radio', { name: 'Personalizado' }))
    const first = await screen.findByLabelText('De')
    fireEvent.change(first, { target: { value: '2026-12-01' } })
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.blur(first)
    expect(screen.getByRole('alert').textContent).toBe('O fim vem antes do início.')
    for (const day of ['03', '31']) fireEvent.change(screen.getByLabelText('Até'), { target: { value: `2026-12-${day}` } })
    await waitFor(() => expect(queries(provider).at(-1)).toEqual({ from: '2026-12-01', to: '2026-12-31' }))
    expect(queries(provider)).toHaveLength(2)
    expect(getCurrentPath()).toBe('/dashboard?periodo=personalizado&de=2026-12-01&ate=2026-12-31')
  })

  it('DASH-03 narrows everything to one agent', async () => {
    const provider = answering()
    const { getCurrentPath } = await open('/dashboard?periodo=hoje')
    await userEvent.selectOptions(screen.getByLabelText('Agente'), await screen.findByRole('option', { name: 'Bento · Closer' }))
    await waitFor(() => expect(queries(provider).at(-1)).toEqual({ from: '2026-11-20', to: '2026-11-20', agent_id: 'agent-2' }))
    expect(getCurrentPath()).toBe('/dashboard?periodo=hoje&agente=agent-2')
    expect(provider.requests(listAgents)).toHaveLength(1)
  })

  it('DASH-03 lets go of an agent that is not there', async () => {
    const provider = answering()
    await open('/dashboard?agente=gone')
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Agente').value).toBe(''))
    await waitFor(() => expect(queries(provider).at(-1)).not.toHaveProperty('agent_id'))
    await userEvent.click(screen.getByRole('radio', { name: 'Hoje' }))
    await waitFor(() => expect(queries(provider).at(-1)).toEqual({ from: '2026-11-20', to: '2026-11-20' }))
  })

  it('DASH-05 the chart, the heat map, the funnel and the agents are tables', async () => {
    answering()
    await open()
    const chart = part('Mensagens por dia')
    await userEvent.click(chart.getByRole('button', { name: 'Ver tabela' }))
    expect(chart.getByRole('row', { name: 'sex., 20/11/2026 60 72' })).toBeTruthy()

    const heat = part('Quando os leads escrevem')
    expect(heat.getAllByRole('row')).toHaveLength(8)
    const monday = heat.getByRole('row', { name: /^segunda/ })
    expect(within(monday).getAllByRole('cell')[9]?.textContent).toBe('40')
    // An hour without messages looks empty; its zero is only for screen readers.
    const [silent] = within(monday).getAllByRole('cell')
    expect(silent?.textContent).toBe('0')
    expect(within(silent as HTMLElement).getByText('0').className).toBe('sr-only')

    expect(part('Funil').getByRole('row', { name: 'Inicialização 24 86%' })).toBeTruthy()
    expect(part('Por agente').getByRole('row', { name: /Clara.*SDR 20 900 150 180 70% 3/ })).toBeTruthy()
  })

  it('DASH-06 exports what is shown', async () => {
    answering()
    await open()
    let saved: Blob | null = null
    let name = ''
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => ((saved = blob), 'blob:x'), revokeObjectURL: () => {} }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download
    })
    await userEvent.click(screen.getByRole('button', { name: 'Exportar CSV' }))
    await waitFor(() => expect(saved).not.toBeNull())
    expect(name).toBe('prosa-dashboard-2026-11-14-a-2026-11-20.csv')
  })
})

describe('while the figures are not there', () => {
  it('DASH-01 waits, and keeps the figures of before while others come', async () => {
    let answer = () => {}
    const provider = createPanelProvider().on(
      dashboardSummary,
      () => new Promise((resolve) => (answer = () => resolve({ success: true, data: aDashboardSummary() }))),
    )
    renderPanel('/dashboard')
    expect(await screen.findByText('Carregando os números...')).toBeTruthy()
    await act(async () => answer())
    await figures()
    await userEvent.click(screen.getByRole('radio', { name: '90 dias' }))
    await waitFor(() => expect(queries(provider)).toHaveLength(2))
    expect(cellOf('Novos leads')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exportar CSV' }).disabled).toBe(true)
    await act(async () => answer())
  })

  it('DASH-02 gives up a question that nobody waits for any more', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    answering()
    const answers = fetch
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      if (!input.includes('/dashboard/summary')) return answers(input, init)
      signals.push(init?.signal)
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))
    })
    renderPanel('/dashboard')
    await waitFor(() => expect(signals).toHaveLength(1))
    await userEvent.click(screen.getByRole('radio', { name: '90 dias' }))
    await waitFor(() => expect(signals).toHaveLength(2))
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  })

  it('DASH-01 says why when they cannot be had, and tries again', async () => {
    const provider = createPanelProvider().on(dashboardSummary, () => createRawResponse(500, ''))
    renderPanel('/dashboard')
    expect(await screen.findByText('Não foi possível carregar os números')).toBeTruthy()
    provider.on(dashboardSummary, () => ({ success: true, data: aDashboardSummary() }))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    await figures()
  })

  it('DASH-05 a quiet period says so in each part', async () => {
    const quiet = aDashboardSummary({
      messagesPerDay: [{ day: '2026-11-20', in: 0, out: 0 }],
      heatMap: [],
      funnel: aDashboardSummary().funnel.map(({ stage }) => ({ stage, leads: 0, conversion: null })),
      agents: [],
    })
    answering(quiet)
    await open()
    expect(screen.getByText('Nenhuma mensagem neste período.')).toBeTruthy()
    expect(screen.getByText('Nenhum lead escreveu neste período.')).toBeTruthy()
    expect(screen.getByText('Nenhum lead novo neste período.')).toBeTruthy()
  })
})

describe('who may open it', () => {
  it('LAYOUT-04 LAYOUT-06 ROUTE-09 staff reads its link', async () => {
    answering()
    await open()
    const nav = within(screen.getByRole('banner')).getByRole('navigation')
    expect(within(nav).getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page')
  })

  it.each(['admin', 'operator'])('GUARD-05 LAYOUT-06 %s does not, whatever the permissions say', async (role) => {
    const provider = answering()
    setSignedInUser({ role, permissions: ['dashboard:read'] })
    const { getCurrentPath } = renderPanel('/dashboard')
    await screen.findByRole('heading', { name: 'Agentes' })
    expect(getCurrentPath()).toBe('/agents')
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
    expect(queries(provider)).toEqual([])
  })
})
