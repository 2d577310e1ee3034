import { expect, type Page } from '@playwright/test'
import type { Who } from './accounts.ts'
import { agentOf, choose, openConversationsOf, openMessageMenu, openThread, openWith, rows, thread } from './chat.ts'

/** A menu, dialog or panel that opens over a page. */
interface Layer {
  readonly name: string
  readonly who: Who
  /** Selector of the layer. */
  readonly part: string
  readonly open: (page: Page, byFinger: boolean) => Promise<unknown>
  /** Whether it opens with unsaved changes, so that closing it asks for confirmation. */
  readonly edited?: boolean
}

const DIALOG = '[role=dialog]'
const ASKING = '[role=alertdialog]'
const MENU = '[role=menu]'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const pressAt = (path: string, name: string | RegExp) => async (page: Page) => {
  await page.goto(path)
  await press(page, name)
}

const openAgentsMenu = (page: Page) => openMessageMenu(page, '[data-speaker="agent"]')

/** Opens the last image of a conversation that has one. */
const openPicture = async (page: Page) => {
  await openWith(page, 'image')
  await thread(page).getByRole('button', { name: 'Imagem' }).last().click()
}

const onPerson = async (page: Page, item: string) => {
  await pressAt('/settings/pessoas', /^Ações de Rafael/)(page)
  await page.getByRole('menuitem', { name: item }).click()
}

const openKnowledge = async (page: Page) => {
  await page.goto(`/agents/${(await agentOf(page, 'SDR'))._id}/conhecimento`)
  await expect(page.getByRole('list', { name: 'Fontes' })).toBeVisible()
}
const addToKnowledge = async (page: Page) => {
  await openKnowledge(page)
  await press(page, 'Adicionar')
}

const staff = { who: 'staff' } as const

/** Every layer that a user can open without changing data. */
export const LAYERS: readonly Layer[] = [
  { ...staff, name: 'menu dos agentes', part: MENU, open: pressAt('/agents', /^Agente:/) },
  { ...staff, name: 'menu do tema', part: MENU, open: pressAt('/agents', 'Tema') },
  { ...staff, name: 'menu da pessoa', part: MENU, open: pressAt('/agents', /menu de/) },
  { ...staff, name: 'paleta', part: DIALOG, open: pressAt('/agents', 'Ir para ou fazer') },
  {
    ...staff,
    name: 'atalhos',
    part: DIALOG,
    open: async (page) => {
      await pressAt('/agents', /menu de/)(page)
      await page.getByRole('menuitem', { name: 'Atalhos de teclado' }).click()
    },
  },
  {
    ...staff,
    name: 'menu da linha',
    part: MENU,
    open: async (page) => {
      await openConversationsOf(page, await agentOf(page, 'SDR'))
      await rows(page).first().click({ button: 'right' })
    },
  },
  {
    ...staff,
    name: 'busca por telefone',
    part: 'header:has(h1)',
    open: async (page) => {
      await openConversationsOf(page, await agentOf(page, 'SDR'))
      await press(page, 'Filtrar conversas')
      await page.getByRole('option', { name: 'Pesquisar por telefone' }).click()
      await expect(page.getByRole('searchbox')).toBeVisible()
    },
  },
  {
    ...staff,
    name: 'mais ações',
    part: MENU,
    open: async (page) => {
      await openThread(page)
      await press(page, 'Mais ações')
    },
  },
  {
    ...staff,
    name: 'apagar dados do lead',
    part: ASKING,
    open: async (page) => {
      await openThread(page)
      await choose(page, 'Apagar dados do lead')
    },
  },
  {
    ...staff,
    name: 'não enviar mensagens',
    part: ASKING,
    open: async (page) => {
      await openThread(page)
      await choose(page, 'Não enviar mensagens')
    },
  },
  {
    ...staff,
    name: 'perfil do lead',
    part: DIALOG,
    open: async (page, byFinger) => {
      await openThread(page)
      // On wide screens the profile is beside the conversation and not a layer.
      if (!byFinger) await page.setViewportSize({ width: 1100, height: 900 })
      await page.getByTitle('Ver perfil do lead').click()
    },
  },
  { ...staff, name: 'menu da mensagem', part: MENU, open: openAgentsMenu },
  {
    ...staff,
    name: 'corrigir a resposta',
    part: DIALOG,
    open: async (page) => {
      await openAgentsMenu(page)
      await page.getByRole('menuitem', { name: 'Corrigir' }).click()
      await expect(page.getByLabel('O que deveria ter dito')).toBeVisible()
    },
  },
  { ...staff, name: 'imagens', part: DIALOG, open: openPicture },
  { ...staff, name: 'adicionar conhecimento', part: MENU, open: addToKnowledge },
  {
    ...staff,
    name: 'planilha de produtos',
    part: DIALOG,
    edited: true,
    open: async (page) => {
      await addToKnowledge(page)
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
    part: ASKING,
    open: async (page) => {
      await openKnowledge(page)
      await press(page, 'Ações de Perguntas frequentes')
      await page.getByRole('menuitem', { name: 'Apagar' }).click()
    },
  },
  { ...staff, name: 'menu de uma pessoa', part: MENU, open: pressAt('/settings/pessoas', /^Ações de Rafael/) },
  { ...staff, name: 'editar pessoa', part: DIALOG, open: (page) => onPerson(page, 'Editar') },
  { ...staff, name: 'desativar pessoa', part: ASKING, open: (page) => onPerson(page, 'Desativar') },
  { who: 'admin', name: 'convidar pessoa', part: DIALOG, open: pressAt('/settings/pessoas', 'Convidar') },
  { ...staff, name: 'ligar número', part: DIALOG, open: pressAt('/settings/numeros', 'Conectar WhatsApp') },
  { ...staff, name: 'exportar', part: MENU, open: pressAt('/settings/auditoria', 'Exportar') },
  { ...staff, name: 'chave de acesso', part: DIALOG, open: pressAt('/user/settings', 'Criar chave de acesso') },
  { ...staff, name: 'encerrar sessões', part: ASKING, open: pressAt('/user/settings', 'Encerrar todas as sessões') },
  { who: 'platform', name: 'nova organização', part: DIALOG, open: pressAt('/invite', 'Nova organização') },
]
