import { expect, type Page } from '@playwright/test'
import { pointAtNothing } from './accessibility.ts'
import type { Who } from './accounts.ts'
import { agentOf, openConversationsOf, rows, thread } from './chat.ts'
import { leadSays, leadThread, openWebchat } from './lead.ts'

/** A page of the product and how to open it. */
export interface ProductPage {
  readonly name: string
  /** The signed-in user; undefined for public pages. */
  readonly who?: Who
  readonly open: (page: Page) => Promise<unknown>
}

const heading = (name: string) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible()
const at = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(path)
  await ready(page)
}

const openChat = async (page: Page) => {
  await openConversationsOf(page, await agentOf(page, 'SDR'))
  await expect(rows(page).first()).toBeVisible()
  await pointAtNothing(page)
}

/** Opens a page of the SDR agent. */
const ofAgent = (tab: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) =>
  at(`/agents/${(await agentOf(page, 'SDR'))._id}${tab}`, ready)(page)

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
  await heading('Complete seu cadastro')(page)
}

const openWebchatPage = async (page: Page) => {
  const agent = await agentOf(page, 'SDR')
  await openWebchat(page, agent)
  await leadSays(page, 'Oi! Procuro um apartamento de dois quartos.')
  // The second article is the agent's answer.
  await expect(leadThread(page).getByRole('article').nth(1)).toBeVisible()
}

/** Every page that a user can open. */
export const PRODUCT_PAGES: readonly ProductPage[] = [
  { name: 'entrar', open: at('/login', (page) => expect(page.getByRole('button', { name: 'Acessar' })).toBeVisible()) },
  {
    name: 'agentes',
    who: 'staff',
    open: at('/agents', (page) => expect(page.getByRole('list', { name: 'Agentes' })).toBeVisible()),
  },
  {
    name: 'agente',
    who: 'staff',
    open: ofAgent('', (page) => expect(page.getByLabel(/^Nome/).first()).toBeVisible()),
  },
  {
    name: 'agente-conhecimento',
    who: 'staff',
    open: ofAgent('/conhecimento', (page) => expect(page.getByRole('list', { name: 'Fontes' })).toBeVisible()),
  },
  {
    name: 'agente-testes',
    who: 'staff',
    open: ofAgent('/testes', (page) =>
      expect(page.getByText('Ainda não há correções.').or(page.getByRole('list', { name: 'Correções' }))).toBeVisible(),
    ),
  },
  {
    name: 'agente-versoes',
    who: 'staff',
    open: ofAgent('/versoes', (page) => expect(page.getByRole('list', { name: 'Versões' })).toBeVisible()),
  },
  {
    name: 'agente-novo',
    who: 'staff',
    open: at('/agents/novo', (page) => expect(page.getByLabel(/^Nome/).first()).toBeVisible()),
  },
  { name: 'conversas', who: 'staff', open: openChat },
  {
    name: 'conversa',
    who: 'staff',
    open: async (page) => {
      await openChat(page)
      await rows(page).first().click()
      await expect(thread(page)).toBeVisible()
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
  { name: 'configuracoes', who: 'staff', open: at('/user/settings', heading('Google Calendar')) },
  {
    name: 'organizacao-pessoas',
    who: 'staff',
    open: at('/settings/pessoas', (page) => expect(page.getByRole('list', { name: 'Pessoas' })).toBeVisible()),
  },
  { name: 'organizacao-numeros', who: 'staff', open: at('/settings/numeros', heading('WhatsApp')) },
  { name: 'organizacao-seguranca', who: 'staff', open: at('/settings/seguranca', heading('Segundo passo')) },
  { name: 'organizacao-dados', who: 'staff', open: at('/settings/dados', heading('Guarda de dados')) },
  {
    name: 'organizacao-auditoria',
    who: 'staff',
    open: at('/settings/auditoria', async (page) => {
      const acts = page.getByRole('list', { name: 'Registros' })
      await acts.getByRole('button').nth(2).click()
      await expect(page.getByText(/^Cadeia íntegra/)).toBeVisible()
    }),
  },
  { name: 'convites', who: 'staff', open: at('/invite', heading('Convidar Usuário')) },
  {
    name: 'convites-em-lista',
    who: 'staff',
    open: async (page) => {
      await at('/invite', heading('Convidar Usuário'))(page)
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
    open: at('/invite', async (page) => {
      await expect(page.getByRole('list', { name: 'Organizações' })).toBeVisible()
      await page.getByRole('heading', { name: 'Organizações' }).scrollIntoViewIfNeeded()
    }),
  },
  {
    name: 'dashboard',
    who: 'staff',
    open: at('/dashboard?periodo=30d', (page) => expect(page.getByRole('img', { name: /^Mensagens por dia/ })).toBeVisible()),
  },
  {
    name: 'comecar',
    open: at('/comecar', (page) => expect(page.getByText('Abra o endereço que o servidor mostrou ao iniciar.')).toBeVisible()),
  },
  { name: 'recuperar-senha', open: at('/recuperar-senha', heading('Recuperar senha')) },
  { name: 'cadastro', who: 'staff', open: openInvitation },
  { name: 'cadastro-recusado', open: at('/onboarding/error?reason=used_token', heading('Já Utilizado')) },
  { name: 'nao-encontrada', open: at('/nao/existe', heading('Página não encontrada')) },
  { name: 'chat-do-lead', who: 'staff', open: openWebchatPage },
]
