import type { ComponentType } from 'react'

/** Field that selects a tenant. The page provides it. */
export type TenantField = ComponentType<{
  value: string
  onChange: (domain: string) => void
  onBlur?: () => void
  error?: string | undefined
  label?: string
}>
