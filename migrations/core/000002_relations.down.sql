drop table sqlq.posting, sqlq.adjacent, sqlq.live, sqlq.census, sqlq.node;
