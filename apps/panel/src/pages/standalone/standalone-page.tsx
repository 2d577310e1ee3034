import type { ReactNode } from 'react'
import { BackgroundGradient } from '../../shared/ui/layout/background-gradient.tsx'
import { Logo } from '../../shared/ui/layout/logo.tsx'

/** Page without the panel's navigation, with the logo, the background and one message. */
export function StandalonePage({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <BackgroundGradient>
      <main className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center gap-8 px-5 py-10">
        <Logo className="text-title" />
        <div className="speech">
          <h1 className="font-semibold text-title">{title}</h1>
          {children && <div className="mt-2 space-y-2 text-ink-2 text-message">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </main>
    </BackgroundGradient>
  )
}
