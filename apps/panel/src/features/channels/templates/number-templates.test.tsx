import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { listWhatsappTemplates } from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createErrorResponse, type FakeProvider } from '../../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../../testing/render-panel.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { aNumber } from '../testing/a-number.ts'
import { aTemplate } from '../testing/a-template.ts'
import { formatCategoryChange, getTemplateState } from './template-state.ts'

const PAGE = '/settings/numeros/n1/modelos'
const NOW = new Date(2026, 10, 25, 14, 0).getTime()
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 0).toISOString()

let provider: FakeProvider
let templates: WhatsappTemplate[]
beforeEach(() => {
  setSignedInUser({ capabilities: ['organisation', 'numbers', 'templates'] })
  templates = [aTemplate()]
  provider = createPanelProvider()
    .on(listWhatsappNumbers, () => ({
      success: true,
      data: { numbers: [aNumber()], webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready: true } },
    }))
    .on(listWhatsappTemplates, () => ({ success: true, data: { templates } }))
})
const rows = async () => within(await screen.findByRole('list', { name: 'Modelos' })).findAllByRole('listitem')

describe('what Meta says of a template', () => {
  it.each([
    ['PENDING', null, 'Em análise'],
    ['APPROVED', null, 'Aprovado'],
    ['PAUSED', at(25, 17), 'Pausado até 17:00'],
    ['PAUSED', at(26, 2), 'Pausado até 26/11, 02:00'],
    ['PAUSED', null, 'Pausado'],
    ['DISABLED', null, 'Desativado'],
    ['INVENTED_TOMORROW', null, 'INVENTED_TOMORROW'],
  ])('TPL-06 reads %s until %s as %s', (status, until, word) => {
    expect(getTemplateState({ status, paused_until: until }, NOW).label).toBe(word)
  })

  it('TPL-05 names a change of its category, its price, and the hours that are left', () => {
    const coming = { category: 'UTILITY', next_category: 'MARKETING', next_category_at: at(26, 14) }
    expect(formatCategoryChange(coming, NOW)).toBe('Passa de Utilidade para Marketing em 24 h: o preço muda.')
    expect(formatCategoryChange(coming, NOW + 21.5 * 3_600_000)).toBe('Passa de Utilidade para Marketing em 3 h: o preço muda.')
    expect(formatCategoryChange({ ...coming, next_category: null }, NOW)).toBeNull()
  })
})

describe('the templates of a number', () => {
  it('TPL-06 are reached from its card, and read with state, reason and quality', async () => {
    templates = [
      aTemplate(),
      aTemplate({ id: '2', name: 'novidades', status: 'REJECTED', reason: 'o formato é inválido', quality: null }),
      aTemplate({ id: '3', name: 'aviso', status: 'PAUSED', reason: 'muitas pessoas bloquearam ou denunciaram' }),
      aTemplate({ id: '4', name: 'muda', next_category: 'MARKETING', next_category_at: null }),
    ]
    const { getCurrentPath: address } = renderPanel('/settings/numeros')
    await userEvent.click(await screen.findByRole('link', { name: 'Modelos de +55 11 4000-1234' }))
    expect(address()).toBe(PAGE)
    const found = await rows()
    expect(found.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Retomar conversaAprovadoUtilidade · português \(Brasil\) · Qualidade altaOi Campo 1, ainda/),
      expect.stringMatching(/^NovidadesUtilidade · português \(Brasil\)Recusado: o formato é inválido/),
      expect.stringMatching(/^AvisoPausado.*Muitas pessoas bloquearam ou denunciaram/),
      expect.stringMatching(/Passa de Utilidade para Marketing em 24 h: o preço muda\./),
    ])
    await userEvent.click(screen.getByRole('link', { name: 'Todos os números' }))
    expect(await screen.findByRole('list', { name: 'Números de WhatsApp' })).toBeTruthy()
  })

  it('say that there are none, that they did not come, or that the number is gone', async () => {
    templates = []
    const { unmount } = renderPanel(PAGE)
    expect(await screen.findByText('Nenhum modelo ainda.')).toBeTruthy()
    unmount()
    provider.on(listWhatsappTemplates, () =>
      createErrorResponse(400, 'VALIDATION_ERROR', { message: 'O token de acesso expirou.' }),
    )
    const second = renderPanel(PAGE)
    expect((await screen.findByRole('alert')).textContent).toBe('O token de acesso expirou.')
    provider.on(listWhatsappTemplates, () => ({ success: true, data: { templates: [aTemplate()] } }))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await rows()).toHaveLength(1)
    second.unmount()
    provider.on(listWhatsappTemplates, () => createErrorResponse(404, 'RESOURCE_NOT_FOUND'))
    renderPanel(PAGE)
    expect(await screen.findByText('Este número não está mais ligado.')).toBeTruthy()
  })

  it('are nowhere with a provider that does not offer them, nor under another address', async () => {
    setSignedInUser({ capabilities: ['organisation', 'numbers'] })
    const { unmount } = renderPanel('/settings/numeros')
    await screen.findByText('+55 11 4000-1234')
    expect(screen.queryByRole('link', { name: /^Modelos/ })).toBeNull()
    unmount()
    const second = renderPanel(PAGE)
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    second.unmount()
    setSignedInUser({ capabilities: ['organisation', 'templates'] })
    renderPanel('/settings/dados/n1/modelos')
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    await waitFor(() => expect(provider.requests(listWhatsappTemplates)).toEqual([]))
  })
})
