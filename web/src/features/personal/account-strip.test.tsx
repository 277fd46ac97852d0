import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../site/testing/show-page.tsx'
import { AccountStrip } from './account-strip.tsx'

test('a closing account shows its day and links to reopening it', () => {
  showPage(() => <AccountStrip notice={{ closesAt: '2026-12-21T04:00:00Z', policies: '2027-02' }} />, {
    id: 'home',
    path: '/',
    data: null,
    locale: 'zh',
  })
  expect(screen.getByRole('complementary', { name: '账户提示' })).toHaveTextContent('您的账户将于2026年12月21日关闭')
  expect(screen.getByRole('link', { name: '保留我的账户' })).toHaveAttribute('href', '/zh/member/profile/data')
})

test('changed policies ask for agreement without blocking the page', () => {
  showPage(() => <AccountStrip notice={{ policies: '2027-02' }} />, { id: 'home', path: '/', data: null })
  expect(screen.getByRole('complementary')).toHaveTextContent('Please read them when you have a moment.')
  expect(screen.getByRole('link', { name: 'Read and agree' })).toHaveAttribute('href', '/member/profile/data')
})
