import { me } from '@prosa/contract/calls/accounts/auth'
import { PAGE_ACCESS, type PageName } from '@prosa/contract/rules/organisation/access-rules'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { canOpenPage } from '../pages/page-access.ts'
import { PATHS } from '../shared/config/paths.ts'
import { useNotifications } from '../shared/notifications/notifications.ts'
import { initializeSession, useSession } from '../shared/session/session.ts'
import { aUser } from '../testing/factories.ts'
import { createPanelProvider, renderPanel } from '../testing/render-panel.tsx'
import { setSignedInUser } from '../testing/session.ts'
import { createPanelRouter } from './router.tsx'
import { getNavLinks } from './shell/get-nav-links.ts'

beforeEach(() => void createPanelProvider())

const nobody = () => useSession.setState({ isInitialized: true })
/** ROUTE-09, ROUTE-13. */
const STAFF_ONLY: readonly string[] = ['/dashboard', '/invite']
/** Pages that the specification does not name, for users who may edit agents. */
const AGENT_SETTINGS: readonly string[] = ['/agents/novo', '/agents/$agentId/{-$tab}']
/** Pages that the specification does not name: the organisation's settings, for managers. */
const OF_MANAGERS: readonly string[] = [...AGENT_SETTINGS, '/settings/{-$page}/{-$id}/{-$tab}']
const PAGES = Object.keys(PAGE_ACCESS) as PageName[]
const refusal = 'Permissão insuficiente para acessar esta página.'

describe('starting', () => {
  it("ROUTE-18 says 'Inicializando aplicativo...' until the session starts to initialise, ROUTE-17 then a spinner, then the page", async () => {
    let answer = () => {}
    createPanelProvider().on(me, () => new Promise((resolve) => (answer = () => resolve({ success: true, data: aUser() }))))
    useSession.setState({ user: aUser(), isAuthenticated: true })
    renderPanel('/agents')
    expect(screen.getByText('Inicializando aplicativo...')).toBeTruthy()

    act(() => void initializeSession())
    expect(screen.queryByText('Inicializando aplicativo...')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Carregando...')
    expect(screen.queryByRole('heading')).toBeNull()
    await act(async () => answer())
    expect(await screen.findByRole('heading', { name: 'Agentes' })).toBeTruthy()
  })
})

describe('addresses', () => {
  it('ROUTE-02 /login opens with no session', async () => {
    nobody()
    renderPanel('/login')
    expect(await screen.findByRole('heading', { name: 'Acessar o painel' })).toBeTruthy()
  })

  it('ROUTE-02 LOGIN-05 a signed-in visitor of /login goes to the agents', async () => {
    setSignedInUser()
    const { getCurrentPath } = renderPanel('/login')
    await waitFor(() => expect(getCurrentPath()).toBe('/agents'))
  })

  it('LOGIN-05 or to the page they came from', async () => {
    setSignedInUser()
    const { getCurrentPath } = renderPanel('/login?next=%2Fuser%2Fsettings%3Fa%3D1')
    await waitFor(() => expect(getCurrentPath()).toBe('/user/settings?a=1'))
  })

  it('ROUTE-15 / goes to the agents', async () => {
    setSignedInUser()
    const { getCurrentPath } = renderPanel('/')
    await waitFor(() => expect(getCurrentPath()).toBe('/agents'))
  })

  it('ROUTE-16 G29 any other address says so, with a way on', async () => {
    nobody()
    renderPanel('/nada/disso')
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para os agentes' }).getAttribute('href')).toBe('/agents')
  })

  it.each([
    ['ONBERR-01', '?reason=missing_token', 'Link Inválido', true],
    ['ONBERR-02', '?reason=invalid_token', 'Convite Expirado', false],
    ['ONBERR-03', '?reason=used_token', 'Já Utilizado', false],
    ['ONBERR-04', '?reason=constructor', 'Algo Deu Errado', false],
    ['ONBERR-04', '', 'Algo Deu Errado', false],
  ])('ROUTE-04 ONBERR-05 ONBERR-06 ONBERR-07 ONBERR-08 %s %s', async (_item, search, title, canTryAgain) => {
    nobody()
    renderPanel(`/onboarding/error${search}`)
    const heading = await screen.findByRole('heading', { name: title })
    const said = [...(heading.parentElement?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)
    expect(said).toHaveLength(2)
    for (const sentence of said) expect(sentence).toMatch(/^\p{Lu}[^.!?]{20,}\.$/u)
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('link', { name: 'Try Again' })?.getAttribute('href')).toBe(canTryAgain ? '/onboarding' : undefined)
  })
})

it('ROUTE-03 ONB-18 /onboarding opens with no session, and without a token says what is missing', async () => {
  nobody()
  const { getCurrentPath } = renderPanel('/onboarding')
  expect(await screen.findByRole('heading', { name: 'Link Inválido' })).toBeTruthy()
  expect(getCurrentPath()).toBe('/onboarding/error?reason=missing_token')
})

describe('who may open what', () => {
  it('ROUTE-10 ROUTE-12 ROUTE-13 ROUTE-14 ROUTE-19 GUARD-02 GUARD-05 by the one table', () => {
    const closed = (role: string) => PAGES.flatMap((page) => (canOpenPage(page, role) ? [] : [PATHS[page]]))
    expect(closed('staff')).toEqual([])
    for (const role of ['admin', 'operator']) {
      expect(closed(role).filter((path) => !STAFF_ONLY.includes(path) && !OF_MANAGERS.includes(path))).toEqual([])
      expect(canOpenPage('invite', role)).toBe(false)
    }
    expect(closed('admin').filter((path) => OF_MANAGERS.includes(path))).toEqual([])
    expect(closed('operator')).toEqual(expect.arrayContaining([...OF_MANAGERS]))
    expect(canOpenPage('agents', 'visitor')).toBe(true)
    expect(canOpenPage('chat', 'visitor')).toBe(true)
    expect(canOpenPage('userSettings', 'visitor')).toBe(false)
  })

  it('PEOPLE-09 a page that the table has forgotten cannot be: every address is in it', () => {
    const inside = ['/', '/chat/', '/chat/$leadId/$conversationId']
    const known: readonly string[] = [...inside, ...PAGES.map((page) => PATHS[page])]
    expect(Object.keys(createPanelRouter().routesByPath).filter((path) => !known.includes(path))).toEqual([])
  })

  it('LAYOUT-06 the nav shows exactly what the table lets the role open', () => {
    expect(getNavLinks('operator').map(({ nav }) => nav)).toEqual(['Conversas'])
  })

  it('GUARD-01 without a session leads to the login, remembering path and query', async () => {
    nobody()
    const { getCurrentPath } = renderPanel('/user/settings?aba=senha')
    await screen.findByRole('heading', { name: 'Acessar o painel' })
    expect(getCurrentPath()).toBe('/login?next=%2Fuser%2Fsettings%3Faba%3Dsenha')
  })

  it('GUARD-03 GUARD-04 a refused role reads why and is back where it was', async () => {
    setSignedInUser({ role: 'visitor' })
    const { getCurrentPath, history } = renderPanel('/agents')
    await screen.findByRole('heading', { name: 'Agentes' })
    act(() => history.push('/user/settings'))
    expect(await screen.findByText(refusal)).toBeTruthy()
    await waitFor(() => expect(getCurrentPath()).toBe('/agents'))
    expect(screen.queryByText('Configurações do Usuário')).toBeNull()
  })

  it('GUARD-04 G28 with no page behind, the agents', async () => {
    setSignedInUser({ role: 'visitor' })
    const { getCurrentPath } = renderPanel('/user/settings')
    await screen.findByRole('heading', { name: 'Agentes' })
    expect(getCurrentPath()).toBe('/agents')
    expect(useNotifications.getState().notifications.map(({ title }) => title)).toEqual([refusal])
  })
})

describe('leaving', () => {
  it('G06 a session that ended says so once, on a login page that leads back', async () => {
    setSignedInUser()
    const { getCurrentPath } = renderPanel('/user/settings')
    await screen.findByRole('heading', { name: 'Configurações do Usuário' })
    act(() => {
      useSession.setState({ user: null, isAuthenticated: false, error: 'Sua sessão expirou. Faça login novamente.' })
    })
    expect(await screen.findByText('Login error: Sua sessão expirou. Faça login novamente.')).toBeTruthy()
    expect(getCurrentPath()).toBe('/login?next=%2Fuser%2Fsettings')
    expect(useNotifications.getState().notifications).toEqual([])
  })
})
