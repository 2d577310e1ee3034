import { expect, type Page } from '@playwright/test'
import type { AccountName } from './accounts.ts'
import {
  chooseThreadAction,
  fetchAgentByType,
  getConversationRows,
  getThread,
  openAgentConversations,
  openMessageMenu,
  openNewestThread,
  openThreadWithType,
} from './chat.ts'

/** A menu, dialog or panel that opens over a page. */
interface ProductLayer {
  readonly name: string
  readonly who: AccountName
  /** Selector of the layer. */
  readonly part: string
  readonly open: (page: Page, byFinger: boolean) => Promise<unknown>
  /** Whether it opens with unsaved changes, so that closing it asks for confirmation. */
  readonly edited?: boolean
}

const DIALOG = '[role=dialog]'
const ALERT_DIALOG = '[role=alertdialog]'
const MENU = '[role=menu]'

const clickButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const openAndClick = (path: string, name: string | RegExp) => async (page: Page) => {
  await page.goto(path)
  await clickButton(page, name)
}

const openAgentMessageMenu = (page: Page) => openMessageMenu(page, '[data-speaker="agent"]')

/** Opens the last image of a conversation that has one. */
const openImage = async (page: Page) => {
  await openThreadWithType(page, 'image')
  await getThread(page).getByRole('button', { name: 'Imagem' }).last().click()
}

const openPersonAction = async (page: Page, item: string) => {
  await openAndClick('/settings/pessoas', /^Ações de Rafael/)(page)
  await page.getByRole('menuitem', { name: item }).click()
}

const openKnowledge = async (page: Page) => {
  await page.goto(`/agents/${(await fetchAgentByType(page, 'SDR'))._id}/conhecimento`)
  await expect(page.getByRole('list', { name: 'Fontes' })).toBeVisible()
}
const openKnowledgeDialog = async (page: Page) => {
  await openKnowledge(page)
  await clickButton(page, 'Adicionar')
}

const staff = { who: 'staff' } as const

/** Every layer that a user can open without changing data. */
export const PRODUCT_LAYERS: readonly ProductLayer[] = [
  { ...staff, name: 'menu dos agentes', part: MENU, open: openAndClick('/agents', /^Agente:/) },
  { ...staff, name: 'menu do tema', part: MENU, open: openAndClick('/agents', 'Tema') },
  { ...staff, name: 'menu da pessoa', part: MENU, open: openAndClick('/agents', /menu de/) },
  { ...staff, name: 'paleta', part: DIALOG, open: openAndClick('/agents', 'Ir para ou fazer') },
  {
    ...staff,
    name: 'atalhos',
    part: DIALOG,
    open: async (page) => {
      await openAndClick('/agents', /menu de/)(page)
      await page.getByRole('menuitem', { name: 'Atalhos de teclado' }).click()
    },
  },
  {
    ...staff,
    name: 'menu da linha',
    part: MENU,
    open: async (page) => {
      await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
      await getConversationRows(page).first().click({ button: 'right' })
    },
  },
  {
    ...staff,
    name: 'busca por telefone',
    part: 'header:has(h1)',
    open: async (page) => {
      await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
      await clickButton(page, 'Filtrar conversas')
      await page.getByRole('option', { name: 'Pesquisar por telefone' }).click()
      await expect(page.getByRole('searchbox')).toBeVisible()
    },
  },
  {
    ...staff,
    name: 'mais ações',
    part: MENU,
    open: async (page) => {
      await openNewestThread(page)
      await clickButton(page, 'Mais ações')
    },
  },
  {
    ...staff,
    name: 'apagar dados do lead',
    part: ALERT_DIALOG,
    open: async (page) => {
      await openNewestThread(page)
      await chooseThreadAction(page, 'Apagar dados do lead')
    },
  },
  {
    ...staff,
    name: 'não enviar mensagens',
    part: ALERT_DIALOG,
    open: async (page) => {
      await openNewestThread(page)
      await chooseThreadAction(page, 'Não enviar mensagens')
    },
  },
  {
    ...staff,
    name: 'perfil do lead',
    part: DIALOG,
    open: async (page, byFinger) => {
      await openNewestThread(page)
      // On wide screens the profile is beside the conversation and not a layer.
      if (!byFinger) await page.setViewportSize({ width: 1100, height: 900 })
      await page.getByTitle('Ver perfil do lead').click()
    },
  },
  { ...staff, name: 'menu da mensagem', part: MENU, open: openAgentMessageMenu },
  {
    ...staff,
    name: 'corrigir a resposta',
    part: DIALOG,
    open: async (page) => {
      await openAgentMessageMenu(page)
      await page.getByRole('menuitem', { name: 'Corrigir' }).click()
      await expect(page.getByLabel('O que deveria ter dito')).toBeVisible()
    },
  },
  { ...staff, name: 'imagens', part: DIALOG, open: openImage },
  { ...staff, name: 'adicionar conhecimento', part: MENU, open: openKnowledgeDialog },
  {
    ...staff,
    name: 'planilha de produtos',
    part: DIALOG,
    edited: true,
    open: async (page) => {
      await openKnowledgeDialog(page)
      await page.getByRole('menuitem', { name: 'Planilha de produtos' }).click()
      await page.getByRole('switch', { name: 'Todos os agentes' }).click()
    },
  },
  {
    ...staff,
    name: 'trechos de uma fonte',
    part: DIALOG,
    open: async (page) => {
      await openKnowledge(page)
      await page.getByRole('button', { name: 'Perguntas frequentes', exact: true }).click()
      await expect(page.getByRole('list', { name: 'Trechos' })).toBeVisible()
    },
  },
  {
    ...staff,
    name: 'apagar fonte',
    part: ALERT_DIALOG,
    open: async (page) => {
      await openKnowledge(page)
      await clickButton(page, 'Ações de Perguntas frequentes')
      await page.getByRole('menuitem', { name: 'Apagar' }).click()
    },
  },
  { ...staff, name: 'menu de uma pessoa', part: MENU, open: openAndClick('/settings/pessoas', /^Ações de Rafael/) },
  { ...staff, name: 'editar pessoa', part: DIALOG, open: (page) => openPersonAction(page, 'Editar') },
  { ...staff, name: 'desativar pessoa', part: ALERT_DIALOG, open: (page) => openPersonAction(page, 'Desativar') },
  { who: 'admin', name: 'convidar pessoa', part: DIALOG, open: openAndClick('/settings/pessoas', 'Convidar') },
  { ...staff, name: 'ligar número', part: DIALOG, open: openAndClick('/settings/numeros', 'Conectar WhatsApp') },
  { ...staff, name: 'exportar', part: MENU, open: openAndClick('/settings/auditoria', 'Exportar') },
  { ...staff, name: 'chave de acesso', part: DIALOG, open: openAndClick('/user/settings', 'Criar chave de acesso') },
  { ...staff, name: 'encerrar sessões', part: ALERT_DIALOG, open: openAndClick('/user/settings', 'Encerrar todas as sessões') },
  { who: 'platform', name: 'nova organização', part: DIALOG, open: openAndClick('/invite', 'Nova organização') },
]
