export const BLOG_POST_TEXTS = {
  heading: 'Blog Management',
  createTitle: 'Create New Blog Post',
  editTitle: 'Edit Blog Post',
  created: 'Blog post created successfully',
  updated: 'Blog post updated successfully',
  deleted: 'Blog post deleted successfully',
  restored: 'Blog post restored successfully',
  loadFailed: 'Failed to load blog posts',
  saveFailed: 'Failed to save blog post',
  deleteFailed: 'Failed to delete blog post',
  restoreFailed: 'Failed to restore blog post',
  confirmDelete: 'Are you sure you want to delete this blog post?',
} as const;
