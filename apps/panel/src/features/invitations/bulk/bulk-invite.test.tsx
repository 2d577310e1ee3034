import { generateInvitationToken, inviteUser, listInvitations } from '@prosa/contract/calls/organisation/users'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { anInvitation } from '../testing/factories.ts'
import { BulkInvite } from './bulk-invite.tsx'

/** Fake of the page's tenant picker, which selects its only tenant by itself. */
function OneTenant({ onChange }: { onChange: (domain: string) => void }) {
  useEffect(() => onChange('aurora.local'), [onChange])
  return null
}

const show = () => renderWithRouter(<BulkInvite TenantField={OneTenant} />, { path: '/invite' })
const lines = () => screen.getAllByRole('listitem').map((line) => line.textContent)
const LIST = 'email,papel\nana@x.com,admin\nruim\nbia@x.com,operator\ncaio@x.com'

async function review(text = LIST) {
  await show()
  fireEvent.change(screen.getByLabelText('Lista em CSV'), { target: { value: text } })
  await userEvent.click(screen.getByRole('button', { name: 'Conferir lista' }))
}

describe('inviting many', () => {
  it('INVITE-17 shows what was understood before anything goes out', async () => {
    createFakeProvider()
    await review()
    expect(await screen.findByText('3 pessoas para convidar · 1 de fora')).toBeTruthy()
    expect(lines()).toEqual([
      'Linha 2ana@x.comAdministrador (admin) · aurora.localPronto para enviar',
      'Linha 3ruimStaff · aurora.localE-mail inválido. Fica de fora.',
      'Linha 4bia@x.comOperador (operator) · aurora.localPronto para enviar',
      'Linha 5caio@x.comStaff · aurora.localPronto para enviar',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Voltar à lista' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Lista em CSV').value).toBe(LIST)
  })

  it('INVITE-17 CALL-24 sends one invitation per person; a failure is told on its line and stops nobody, and can be tried again', async () => {
    let works = false
    const provider = createFakeProvider()
      .on(listInvitations, () => ({ success: true, data: [] }))
      .on(inviteUser, ({ body }) => {
        if (body.email === 'bia@x.com' && !works)
          return createErrorResponse(409, 'VALIDATION_ERROR', { message: 'Já tem convite.' })
        return body.email === 'caio@x.com' && !works ? createRawResponse(429, '') : { success: true }
      })
    await review()
    await userEvent.click(await screen.findByRole('button', { name: 'Convidar 3 pessoas' }))
    expect(await screen.findByText('1 de 3 pessoas com convite · 2 com falha')).toBeTruthy()
    expect(lines()[0]).toContain('Convidado')
    expect(lines()[2]).toContain('Já tem convite.')
    expect(lines()[3]).toContain('Muitas requisições. Aguarde alguns minutos')
    const bodies = () => provider.requests(inviteUser).map(({ body }) => `${body.email} ${body.role} ${body.tenantDomain}`)
    expect(bodies()).toEqual(['ana@x.com admin aurora.local', 'bia@x.com operator aurora.local', 'caio@x.com staff aurora.local'])
    works = true
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo (1)' }))
    // A rejected invitation is not retried, because it would be rejected again.
    expect(await screen.findByText('2 de 3 pessoas com convite · 1 com falha')).toBeTruthy()
    expect(bodies()).toHaveLength(4)
    expect(screen.queryByRole('button', { name: /^Tentar de novo/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reenviar convite' })).toBeNull()
  })

  it('INVITE-17 INVITE-19 who has an invitation already is offered it again', async () => {
    const held = anInvitation({ userId: 'u-bia', email: 'bia@x.com', role: 'operator' })
    const provider = createFakeProvider()
      .on(listInvitations, () => ({ success: true, data: [held] }))
      .on(inviteUser, () => createErrorResponse(409, 'VALIDATION_ERROR', { message: 'Este e-mail já tem um convite pendente.' }))
      .on(generateInvitationToken, () => ({ success: true, data: { token: 't', emailSent: true } }))
    await review('bia@x.com,operator\nana@x.com')
    await userEvent.click(await screen.findByRole('button', { name: 'Convidar 2 pessoas' }))
    expect(await screen.findByText('0 de 2 pessoas com convite · 2 com falha')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Tentar de novo/ })).toBeNull()
    // The other address has no known invitation, so nothing can be sent again.
    await userEvent.click(screen.getByRole('button', { name: 'Reenviar convite' }))
    expect(await screen.findByText('1 de 2 pessoas com convite · 1 com falha')).toBeTruthy()
    expect(lines()[0]).toContain('Convidado')
    expect(provider.requests(generateInvitationToken).map(({ body }) => body)).toEqual([{ userId: 'u-bia' }])
  })

  it('INVITE-17 shows how far it is, one at a time, and stops when told to', async () => {
    const answers: (() => void)[] = []
    const provider = createFakeProvider().on(
      inviteUser,
      () => new Promise((resolve) => void answers.push(() => resolve({ success: true }))),
    )
    await review()
    await userEvent.click(await screen.findByRole('button', { name: 'Convidar 3 pessoas' }))
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(lines()[0]).toContain('Enviando...')
    await act(async () => answers[0]?.())
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Convites enviados' }).value).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'Interromper' }))
    await act(async () => answers[1]?.())
    expect(await screen.findByRole('button', { name: 'Tentar de novo (2)' })).toBeTruthy()
    expect(provider.requests(inviteUser)).toHaveLength(2)
    expect(screen.getByText('1 de 3 pessoas com convite')).toBeTruthy()
  })

  it('INVITE-21 keeps the links that no mail took along, and says that they could not be copied until they are', async () => {
    createFakeProvider().on(inviteUser, ({ body }) => ({
      success: true,
      data: { emailSent: false, link: `http://x.y/onboarding?token=${body.role}` },
    }))
    const user = userEvent.setup()
    await review('ana@x.com,admin\nbia@x.com,operator')
    await user.click(await screen.findByRole('button', { name: 'Convidar 2 pessoas' }))
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
    const told = () => useNotifications.getState().notifications.map(({ title }) => title)
    const copy = await screen.findByRole('button', { name: 'Copiar links (2)' })
    await user.click(copy)
    await waitFor(() => expect(told()).toEqual(['O navegador não deixou copiar os links.']))
    await user.click(copy)
    await waitFor(() => expect(told()).toEqual(['Links copiados, um por linha.']))
    expect(await navigator.clipboard.readText()).toBe(
      'ana@x.com\thttp://x.y/onboarding?token=admin\nbia@x.com\thttp://x.y/onboarding?token=operator',
    )
  })

  it('INVITE-17 a file may be picked or dropped', async () => {
    createFakeProvider()
    await show()
    await userEvent.upload(screen.getByLabelText('Arquivo CSV'), new File(['ana@x.com'], 'time.csv', { type: 'text/csv' }))
    const text = screen.getByLabelText<HTMLTextAreaElement>('Lista em CSV')
    await waitFor(() => expect(text.value).toBe('ana@x.com'))
    const files = [new File(['bia@x.com'], 'outro.csv', { type: 'text/csv' })]
    fireEvent.drop(text, { dataTransfer: { files, types: ['Files'] } })
    await waitFor(() => expect(text.value).toBe('bia@x.com'))
    const utf16 = Buffer.from('\uFEFFemail,papel\ncau@x.com,admin', 'utf16le')
    await userEvent.upload(screen.getByLabelText('Arquivo CSV'), new File([utf16], 'unicode.csv', { type: 'text/csv' }))
    await waitFor(() => expect(text.value).toBe('email,papel\ncau@x.com,admin'))
  })

  it('a list of nobody, or of far too many, is said to be one', async () => {
    createFakeProvider()
    await review('email,papel')
    expect((await screen.findByRole('alert')).textContent).toBe('A lista está vazia.')
    const many = Array.from({ length: 501 }, (_, at) => `p${at}@x.com`).join('\n')
    fireEvent.change(screen.getByLabelText('Lista em CSV'), { target: { value: many } })
    await userEvent.click(screen.getByRole('button', { name: 'Conferir lista' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('A lista tem 501 linhas; envie até 500 de cada vez.'))
  })
})
