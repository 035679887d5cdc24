// The file of a provider.

import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';

export function ProviderPage() {
  const { slug } = useParams({ from: '/desk/providers/$slug' });
  const read = useRead('providers.list', { text: slug, all: true, limit: 1 });
  if (read.error !== null) return <ProblemBox error={read.error} onRetry={() => void read.refetch()} />;
  return <Title title={read.data?.data[0]?.name ?? slug} />;
}
