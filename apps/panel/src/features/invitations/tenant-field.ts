import type { ComponentType } from 'react'

/** The field that a tenant is chosen in; the page that shows the form brings it along. */
export type TenantField = ComponentType<{
  value: string
  onChange: (domain: string) => void
  onBlur?: () => void
  error?: string | undefined
  label?: string
}>
