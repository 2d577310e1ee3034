import type { ReactNode } from 'react'
import { AlertsCard } from './alerts-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** `children` are the cards of other features, before those of the account. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[88rem] *:max-w-2xl px-edge py-8 sm:px-[min(2rem,5vw)]">
      <title>Configurações do Usuário · Prosa</title>
      <h1 className="mb-6 font-bold text-title">Configurações do Usuário</h1>
      <div className="flex flex-col gap-4">
        {children}
        <AlertsCard />
        <PasswordCard />
        <SessionsCard />
      </div>
    </div>
  )
}
