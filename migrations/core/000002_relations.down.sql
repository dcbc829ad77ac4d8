drop table sqlq.posting, sqlq.adjacent, sqlq.live, sqlq.node;
drop sequence sqlq.node_num;
