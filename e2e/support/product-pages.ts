import { expect, type Page } from '@playwright/test'
import { movePointerAway } from './accessibility.ts'
import type { AccountName } from './accounts.ts'
import { fetchAgentByType, getConversationRows, getThread, openAgentConversations } from './chat.ts'
import { getLeadThread, openWebchat, sendAsLead } from './lead.ts'

/** A page of the product and how to open it. */
export interface ProductPage {
  readonly name: string
  /** The signed-in user; undefined for public pages. */
  readonly who?: AccountName
  readonly open: (page: Page) => Promise<unknown>
}

const expectHeading = (name: string) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible()
const openPath = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path)
  await ready(page)
}

const openChat = async (page: Page) => {
  await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
  await expect(getConversationRows(page).first()).toBeVisible()
  await movePointerAway(page)
}

/** Opens a page of the SDR agent. */
const openAgentPage = (tab: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) =>
  openPath(`/agents/${(await fetchAgentByType(page, 'SDR'))._id}${tab}`, ready)(page)

/** Creates an invitation link as a signed-in user, then opens it without a session. */
const openInvitation = async (page: Page) => {
  await page.goto('/invite')
  const form = page.getByRole('form', { name: 'Convidar Usuário' })
  await expect(form.getByRole('combobox', { name: 'Organização' })).toHaveValue('Aurora Imóveis')
  await form.getByLabel('E-mail').fill(`rita.${Date.now()}@aurora.local`)
  await form.getByLabel('Papel').selectOption('operator')
  await form.getByRole('button', { name: 'Convidar' }).click()
  const link = new URL(await page.getByLabel('Link do convite').inputValue())
  await page.goto(link.pathname + link.search)
  await expectHeading('Complete seu cadastro')(page)
}

const openWebchatPage = async (page: Page) => {
  const agent = await fetchAgentByType(page, 'SDR')
  await openWebchat(page, agent)
  await sendAsLead(page, 'Oi! Procuro um apartamento de dois quartos.')
  // The second article is the agent's answer.
  await expect(getLeadThread(page).getByRole('article').nth(1)).toBeVisible()
}

/** Every page that a user can open. */
export const PRODUCT_PAGES: readonly ProductPage[] = [
  { name: 'entrar', open: openPath('/login', (page) => expect(page.getByRole('button', { name: 'Acessar' })).toBeVisible()) },
  {
    name: 'agentes',
    who: 'staff',
    open: openPath('/agents', (page) => expect(page.getByRole('list', { name: 'Agentes' })).toBeVisible()),
  },
  {
    name: 'agente',
    who: 'staff',
    open: openAgentPage('', (page) => expect(page.getByLabel(/^Nome/).first()).toBeVisible()),
  },
  {
    name: 'agente-conhecimento',
    who: 'staff',
    open: openAgentPage('/conhecimento', (page) => expect(page.getByRole('list', { name: 'Fontes' })).toBeVisible()),
  },
  {
    name: 'agente-testes',
    who: 'staff',
    open: openAgentPage('/testes', (page) =>
      expect(page.getByText('Ainda não há correções.').or(page.getByRole('list', { name: 'Correções' }))).toBeVisible(),
    ),
  },
  {
    name: 'agente-versoes',
    who: 'staff',
    open: openAgentPage('/versoes', (page) => expect(page.getByRole('list', { name: 'Versões' })).toBeVisible()),
  },
  {
    name: 'agente-novo',
    who: 'staff',
    open: openPath('/agents/novo', (page) => expect(page.getByLabel(/^Nome/).first()).toBeVisible()),
  },
  { name: 'conversas', who: 'staff', open: openChat },
  {
    name: 'conversa',
    who: 'staff',
    open: async (page) => {
      await openChat(page)
      await getConversationRows(page).first().click()
      await expect(getThread(page)).toBeVisible()
    },
  },
  {
    name: 'filtros',
    who: 'staff',
    open: async (page) => {
      await openChat(page)
      await page.getByRole('button', { name: 'Filtrar conversas' }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  { name: 'configuracoes', who: 'staff', open: openPath('/user/settings', expectHeading('Google Calendar')) },
  {
    name: 'organizacao-pessoas',
    who: 'staff',
    open: openPath('/settings/pessoas', (page) => expect(page.getByRole('list', { name: 'Pessoas' })).toBeVisible()),
  },
  { name: 'organizacao-numeros', who: 'staff', open: openPath('/settings/numeros', expectHeading('WhatsApp')) },
  { name: 'organizacao-seguranca', who: 'staff', open: openPath('/settings/seguranca', expectHeading('Segundo passo')) },
  { name: 'organizacao-dados', who: 'staff', open: openPath('/settings/dados', expectHeading('Guarda de dados')) },
  {
    name: 'organizacao-auditoria',
    who: 'staff',
    open: openPath('/settings/auditoria', async (page) => {
      const acts = page.getByRole('list', { name: 'Registros' })
      await acts.getByRole('button').nth(2).click()
      await expect(page.getByText(/^Cadeia íntegra/)).toBeVisible()
    }),
  },
  { name: 'convites', who: 'staff', open: openPath('/invite', expectHeading('Convidar Usuário')) },
  {
    name: 'convites-em-lista',
    who: 'staff',
    open: async (page) => {
      await openPath('/invite', expectHeading('Convidar Usuário'))(page)
      await page.getByText('Várias pessoas').click()
      await page
        .getByLabel('Lista em CSV')
        .fill('e-mail;papel\nrui@aurora.local;admin\nsem-arroba;staff\nlia@aurora.local;operator')
      await page.getByRole('button', { name: 'Conferir lista' }).click()
      await expect(page.getByText('E-mail inválido.')).toBeVisible()
    },
  },
  {
    name: 'organizacoes',
    who: 'platform',
    open: openPath('/invite', async (page) => {
      await expect(page.getByRole('list', { name: 'Organizações' })).toBeVisible()
      await page.getByRole('heading', { name: 'Organizações' }).scrollIntoViewIfNeeded()
    }),
  },
  {
    name: 'dashboard',
    who: 'staff',
    open: openPath('/dashboard?periodo=30d', (page) =>
      expect(page.getByRole('img', { name: /^Mensagens por dia/ })).toBeVisible(),
    ),
  },
  {
    name: 'comecar',
    open: openPath('/comecar', (page) =>
      expect(page.getByText('Abra o endereço que o servidor mostrou ao iniciar.')).toBeVisible(),
    ),
  },
  { name: 'recuperar-senha', open: openPath('/recuperar-senha', expectHeading('Recuperar senha')) },
  { name: 'cadastro', who: 'staff', open: openInvitation },
  { name: 'cadastro-recusado', open: openPath('/onboarding/error?reason=used_token', expectHeading('Já Utilizado')) },
  { name: 'nao-encontrada', open: openPath('/nao/existe', expectHeading('Página não encontrada')) },
  { name: 'chat-do-lead', who: 'staff', open: openWebchatPage },
]
