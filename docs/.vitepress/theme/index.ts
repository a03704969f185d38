import type { Theme } from 'vitepress';
import { useData } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { defineComponent, h } from 'vue';
import './site.css';

/** Leads from the site to the API reference that the server shows beside it. A site elsewhere has no such neighbor. */
const ApiReferenceLink = defineComponent(() => {
  const { site } = useData();
  return () =>
    site.value.base === '/docs/'
      ? h('a', { class: 'VPLink link VPNavBarMenuLink', href: '/api/v1/docs', target: '_self' }, 'API reference')
      : null;
});

export default {
  extends: theme,
  enhanceApp: ({ app }) => {
    app.component('ApiReferenceLink', ApiReferenceLink);
  },
} satisfies Theme;
