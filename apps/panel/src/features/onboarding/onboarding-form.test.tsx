import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OnboardingForm } from './onboarding-form.tsx'

it('TEXT-38 completing without a token says that there is none', async () => {
  const nothing = () => {}
  render(
    <OnboardingForm
      token=""
      email="a@b.co"
      expiresAt="2026-11-27T15:30:00.000Z"
      needsPhone={false}
      onDone={nothing}
      onRejected={nothing}
    />,
  )
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type(/^Nome Completo/, 'Nova Pessoa')
  type(/^Senha/, 'Prosa@2027')
  type(/^Confirmar Senha/, 'Prosa@2027')
  fireEvent.click(screen.getByRole('button', { name: 'Finalizar Cadastro' }))
  expect(await screen.findByText('Nenhum token de convite disponível')).toBeTruthy()
})
