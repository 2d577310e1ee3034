import type { ReactNode } from 'react'
import { BackgroundGradient } from './background-gradient.tsx'
import { LegalLinks } from './legal-links.tsx'
import { Logo } from './logo.tsx'

/** Page layout with the logo and a welcome text beside one card. */
export function CardPageLayout({ welcome, children }: { welcome?: ReactNode; children: ReactNode }) {
  return (
    <BackgroundGradient>
      <main className="mx-auto grid min-h-dvh w-full max-w-5xl content-center gap-x-20 gap-y-8 px-5 py-10 lg:grid-cols-[1fr_26rem] lg:items-center">
        <div>
          <Logo className="text-[1.75rem] leading-none lg:text-[2.25rem]" />
          {welcome}
        </div>
        <div className="w-full max-w-[26rem] lg:max-w-none">
          <div className="speech">{children}</div>
          <LegalLinks className="mt-7" />
        </div>
      </main>
    </BackgroundGradient>
  )
}
