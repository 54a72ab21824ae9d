/** A real browser: the one CHROMIUM_BIN names, else the one of a development package. */
import chromium from '@sparticuz/chromium'
import puppeteer from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'
import type { Test } from 'tap'

/** Opens a headless browser; it closes with the test. It takes any certificate: transport has tests of its own. */
export async function openBrowser(t: Test): Promise<Browser> {
  const given = process.env['CHROMIUM_BIN']
  const browser = await puppeteer.launch({
    executablePath: given === undefined || given === '' ? await chromium.executablePath() : given,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: 'shell',
    acceptInsecureCerts: true,
  })
  t.teardown(async () => {
    await browser.close()
  })
  return browser
}
